/**
 * The owner names an UPDATE touches, changed in memory: actions take effect in order (RFC 2136,
 * section 3.4), and the result becomes edits of stored records.
 */
import { aliasTypeCode } from '@hostmaster/dns/records';
import type { RecordEdit } from '../operations/records/record-change.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { storedOwner } from '../zones/stored-owner.ts';
import { type NewRecord, type WireForm, wireFormOf } from '../zones/wire-record.ts';

export interface Item {
  /** The stored record before the message; null when the message added it. */
  readonly original: StoredRecord | null;
  record: NewRecord;
  /** Null for records without a wire form: TLS text that is not TLSA. */
  form: WireForm | null;
}

export class WorkingZone {
  readonly zone: string;
  readonly #owners = new Map<string, Item[]>();
  /** By name and data. */
  readonly #removed = new Map<string, StoredRecord[]>();

  constructor(zone: string) {
    this.zone = zone;
  }

  load(owner: string, records: readonly StoredRecord[]): void {
    const items = records.map((record) => ({
      original: record,
      record,
      form: wireFormOf(this.zone, record),
    }));
    this.#owners.set(owner, items);
  }

  at(owner: string): readonly Item[] {
    return this.#owners.get(owner) ?? [];
  }

  set(owner: string, typeCode: number): readonly Item[] {
    return this.at(owner).filter((item) => this.formAs(item, typeCode) !== null);
  }

  /** The item as a record of this type. A CNAME that is published flattened is an ALIAS as well,
   * because transfers show it as one. */
  formAs(item: Item, typeCode: number): WireForm | null {
    const { record, form } = item;
    if (form?.typeCode === typeCode) return form;
    if (typeCode !== aliasTypeCode || record.type !== 'CNAME') return null;
    const items = this.at(record.name);
    const records = items.map((each, index) => ({ ...each.record, id: String(index) }));
    const { shown } = storedOwner({ zone: this.zone, owner: record.name, records });
    const own = shown.find(({ stored }) => stored.id === String(items.indexOf(item)));
    return own?.form.typeCode === typeCode ? own.form : null;
  }

  /** A value that the message removes and adds again keeps its id. */
  add(record: NewRecord, form: WireForm): void {
    const items = this.#owners.get(record.name) ?? [];
    this.#owners.set(record.name, items);
    const original = this.#removed.get(placeKey(record, form))?.pop() ?? null;
    const restored = original === null ? record : { ...original, ttlSeconds: record.ttlSeconds };
    items.push({ original, record: restored, form });
  }

  remove(owner: string, isGone: (item: Item) => boolean): void {
    const { gone = [], kept = [] } = Object.groupBy(this.at(owner), (item) =>
      isGone(item) ? 'gone' : 'kept',
    );
    this.#owners.set(owner, kept);
    for (const { original, form } of gone) {
      if (original === null) continue;
      const key = placeKey(original, form);
      const alike = this.#removed.get(key);
      if (alike === undefined) this.#removed.set(key, [original]);
      else alike.push(original);
    }
  }

  edits(newRecordId: () => string): RecordEdit[] {
    const edits: RecordEdit[] = [...this.#removed.values()]
      .flat()
      .map((record) => ({ kind: 'delete', record }));
    for (const { original, record } of [...this.#owners.values()].flat()) {
      if (original === null) {
        edits.push({ kind: 'create', record: { id: newRecordId(), ...record } });
      } else if (original.value !== record.value || original.ttlSeconds !== record.ttlSeconds) {
        edits.push({ kind: 'update', before: original, after: { id: original.id, ...record } });
      }
    }
    return edits;
  }
}

function placeKey({ name }: NewRecord, form: WireForm | null): string {
  return `${name} ${form?.key ?? ''}`;
}
