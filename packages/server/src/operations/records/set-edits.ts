/** From changes of the sets at one owner name to edits of its stored records. */
import { rrTypes, typeName } from '@hostmaster/dns';
import { aliasTypeCode } from '@hostmaster/dns/records';
import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { type TouchedOwner, touchedAmong } from '../../publication/touched-owners.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import { bytesOf, setBytesMax } from '../../zones/fitting-sets.ts';
import { isRedirection } from '../../zones/record-target.ts';
import { type ShownRecord, setTtl, storedOwner } from '../../zones/stored-owner.ts';
import type { NewRecord, WireForm } from '../../zones/wire-record.ts';
import { ownerName } from '../../zones/zone-record.ts';
import { type RecordEdit, sidesOf } from './record-change.ts';

export interface SetMember {
  readonly record: NewRecord;
  readonly form: WireForm;
}

export interface SetChange {
  /** `extend` adds members to the set, `prune` removes some; the others are about all of it. */
  readonly kind: 'replace' | 'delete' | 'extend' | 'prune';
  /** Relative to the zone, `@` for the apex. */
  readonly owner: string;
  readonly typeCode: number;
  /** TTL of the whole set; null leaves it. */
  readonly ttlSeconds: number | null;
  readonly members: readonly SetMember[];
}

interface Owner {
  readonly zone: string;
  readonly owner: string;
  readonly records: readonly StoredRecord[];
}

/** A set after the change; its members by the key of their data. */
interface WantedSet {
  readonly members: Map<string, SetMember>;
  ttlSeconds: number | null;
}

/** By type code. */
type WantedSets = ReadonlyMap<number, WantedSet>;

export interface SetEdits {
  readonly edits: readonly RecordEdit[];
  readonly touched: TouchedOwner;
}

/**
 * The changes take effect in order. Throws when the final state is not a valid zone; null when nothing
 * changes.
 */
export function editsOf(input: Owner, changes: readonly SetChange[]): SetEdits | null {
  const { shown } = storedOwner(input);
  const wanted = new Map<number, WantedSet>();
  for (const change of changes) {
    const { typeCode } = change;
    let set = wanted.get(typeCode);
    if (set === undefined) {
      set = { members: membersOf(shown, typeCode), ttlSeconds: null };
      wanted.set(typeCode, set);
    }
    applyChange(set, change);
  }
  const edits: RecordEdit[] = [];
  for (const [typeCode, set] of wanted) {
    edits.push(
      ...setEdits(
        shown.filter(({ form }) => form.typeCode === typeCode),
        set,
      ),
    );
  }
  if (edits.length === 0) return null;
  if (!isPlain(input.records, wanted)) checkFinalState(input, { shown, wanted, edits });
  return { edits, touched: touchedAmong(input.owner, sidesOf(edits), input.records) };
}

/** Whether each of the sets is published as it is, whatever else the name has. */
function isPlain(records: readonly StoredRecord[], wanted: WantedSets): boolean {
  if (records.some(isRedirection)) return false;
  for (const [typeCode, { members }] of wanted) {
    if (decidingTypes.includes(typeCode)) return false;
    let bytes = 0;
    for (const { form } of members.values()) bytes += bytesOf(form);
    if (bytes > setBytesMax) return false;
  }
  return true;
}

/** A redirection decides what the whole name publishes; not every name can be delegated. */
const decidingTypes: readonly number[] = [rrTypes.CNAME, aliasTypeCode, rrTypes.NS];

function membersOf(shown: readonly ShownRecord[], typeCode: number): Map<string, SetMember> {
  const members = new Map<string, SetMember>();
  for (const { stored: record, form } of shown) {
    if (form.typeCode === typeCode) members.set(form.key, { record, form });
  }
  return members;
}

export function refuseSet(
  set: { readonly zone: string; readonly owner: string; readonly typeCode: number },
  reason: string,
): Refusal {
  const type = set.typeCode === aliasTypeCode ? 'ALIAS' : typeName(set.typeCode);
  return new Refusal(
    'invalid_request',
    `RRset ${ownerName(set.zone, set.owner)} IN ${type}: ${reason}`,
  );
}

function applyChange(set: WantedSet, { kind, members, ttlSeconds }: SetChange): void {
  if (kind === 'replace' || kind === 'delete') set.members.clear();
  if (kind === 'extend' && members.every(({ form }) => set.members.has(form.key))) return;
  for (const member of members) {
    if (kind === 'prune') set.members.delete(member.form.key);
    else set.members.set(member.form.key, member);
  }
  set.ttlSeconds = ttlSeconds ?? set.ttlSeconds;
}

/** A new member takes the place of one that is gone, and with it its id. */
function setEdits(held: readonly ShownRecord[], { members, ttlSeconds }: WantedSet): RecordEdit[] {
  const isNewTtl = ttlSeconds !== null && (held.length === 0 || ttlSeconds !== setTtl(held));
  const ttlOf = (record: NewRecord) => ttlSeconds ?? record.ttlSeconds;
  const edits: RecordEdit[] = [];
  const gone: StoredRecord[] = [];
  for (const { stored, form } of held) {
    if (!members.has(form.key)) gone.push(stored);
    else if (isNewTtl && stored.ttlSeconds !== ttlSeconds) {
      edits.push({ kind: 'update', before: stored, after: { ...stored, ttlSeconds } });
    }
  }
  const heldKeys = new Set(held.map(({ form }) => form.key));
  for (const [key, { record }] of members) {
    if (heldKeys.has(key)) continue;
    const before = gone.shift();
    const after = { ...record, ttlSeconds: ttlOf(record), id: before?.id ?? newId('rec') };
    edits.push(
      before === undefined ? { kind: 'create', record: after } : { kind: 'update', before, after },
    );
  }
  for (const record of gone) edits.push({ kind: 'delete', record });
  return edits;
}

/** Every wanted member must be shown as what it is: not flattened and not left out. */
function checkFinalState(
  input: Owner,
  change: {
    readonly shown: readonly ShownRecord[];
    readonly wanted: WantedSets;
    readonly edits: readonly RecordEdit[];
  },
): void {
  const records = new Map(input.records.map((record) => [record.id, record]));
  for (const edit of change.edits) {
    if (edit.kind === 'delete') records.delete(edit.record.id);
    else if (edit.kind === 'create') records.set(edit.record.id, edit.record);
    else records.set(edit.after.id, edit.after);
  }
  const after = storedOwner({ ...input, records: [...records.values()] });
  const shown = new Set(after.shown.map(({ form }) => form.key));
  const heldTypes = change.shown.map(({ form }) => form.typeCode);
  for (const typeCode of new Set([...heldTypes, ...change.wanted.keys()])) {
    const members = change.wanted.get(typeCode)?.members ?? membersOf(change.shown, typeCode);
    if (typeCode === aliasTypeCode || [...members.keys()].every((key) => shown.has(key))) continue;
    const isCname = typeCode === rrTypes.CNAME;
    if (isCname && members.size > 1) {
      throw refuseSet({ ...input, typeCode }, 'has more than one record');
    }
    throw refuseSet(
      { ...input, typeCode },
      isCname
        ? 'Conflicts with pre-existing RRset'
        : 'the records cannot be published at this name',
    );
  }
}
