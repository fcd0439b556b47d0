/**
 * Applies the actions of an UPDATE to the working zone (RFC 2136, section 3.4.2). SOA and apex NS
 * are not records of the customer: deleting them is ignored, as the RFC says. Another nameserver is
 * refused because it would have no effect, unless the message deletes it again: clients add a
 * placeholder while they replace the set.
 */
import {
  Name,
  type Prerequisite,
  type ResourceRecord,
  rrTypes,
  type UpdateAction,
} from '@hostmaster/dns';
import type { Pace } from '../base/fairness/pace.ts';
import { type KeyScope, scopeObstacle, updatableType } from '../workspaces/update-key-scope.ts';
import { readWireRecord, relativeName, type WireForm, wireForm } from '../zones/wire-record.ts';
import type { Item, WorkingZone } from './working-zone.ts';

export interface ZoneFacts {
  readonly zone: string;
  readonly nameservers: readonly string[];
  readonly clampTtl: (ttlSeconds: number) => number;
}

/** REFUSED: no part of the message takes effect. The reason is logged; DNS cannot carry it. */
export class UpdateRefused extends Error {
  override readonly name = 'UpdateRefused';
}

/**
 * Checks that need only the message, not the records. Deleting what no record can be, by its type
 * or its name, is ignored (RFC 2136, section 3.4.2.3).
 */
export async function checkScope(
  zone: string,
  { scope, actions }: { readonly scope: KeyScope; readonly actions: readonly UpdateAction[] },
  pace: Pace,
): Promise<void> {
  for (const action of actions) {
    await pace.step();
    const { name, typeCode } = touchedBy(action);
    if (typeCode === rrTypes.SOA) continue;
    const isDeletion = action.kind !== 'add';
    const relative = relativeName(zone, name);
    if (relative === null && isDeletion) continue;
    if (relative === null) throw new UpdateRefused(`no record can stand at the name ${name}`);
    const isKept = typeCode === null || updatableType(typeCode) !== null;
    const touched = { name: relative, typeCode: isDeletion && !isKept ? null : typeCode };
    const obstacle = scopeObstacle(scope, touched);
    if (obstacle !== null) throw new UpdateRefused(obstacle);
  }
}

/**
 * A prerequisite asks about records, so its name must be in the scope: the result would show what
 * stands at other names. At a name in the scope it may be about any type.
 */
export async function checkPrerequisiteScope(
  zone: string,
  {
    scope,
    prerequisites,
  }: { readonly scope: KeyScope; readonly prerequisites: readonly Prerequisite[] },
  pace: Pace,
): Promise<void> {
  for (const prerequisite of prerequisites) {
    await pace.step();
    const relative = relativeName(zone, prerequisite.name);
    const typeCode = 'type' in prerequisite ? prerequisite.type : null;
    if (relative === null || typeCode === rrTypes.SOA) continue;
    const obstacle = scopeObstacle(scope, { name: relative, typeCode: null });
    if (obstacle !== null) throw new UpdateRefused(obstacle);
  }
}

/** With rests where there is a pace: not inside of a change. */
export async function applyActions(
  working: WorkingZone,
  actions: readonly UpdateAction[],
  context: ZoneFacts & { readonly scope: KeyScope },
  pace: Pace | null,
): Promise<void> {
  /** Nameservers of the domain itself that the message has added so far and that are not its own. */
  const placeholders = new Set<string>();
  for (const action of actions) {
    await pace?.step();
    const owner = relativeName(context.zone, touchedBy(action).name);
    if (owner === null) continue;
    const remove = (isGone: (item: Item) => boolean) =>
      deleteItems(working, { owner, scope: context.scope, isGone });
    switch (action.kind) {
      case 'add':
        if (isProtected(owner, action.record.type)) noteNameserver(placeholders, action, context);
        else add(working, action.record, context);
        break;
      case 'delete-record': {
        const { key } = wireForm(action.type, action.rdata);
        if (isProtected(owner, action.type)) {
          if (action.type === rrTypes.NS) placeholders.delete(hostOf(action.rdata));
          break;
        }
        remove((item) => working.formAs(item, action.type)?.key === key);
        break;
      }
      case 'delete-set':
        if (isProtected(owner, action.type)) break;
        remove((item) => working.formAs(item, action.type) !== null);
        break;
      case 'delete-name':
        remove(({ form }) => !isProtected(owner, form?.typeCode ?? 0));
        break;
    }
  }
  const [foreign] = placeholders;
  if (foreign === undefined) return;
  throw new UpdateRefused(
    `the nameservers of the domain itself are set by the domain's nameservers, and ${foreign} is not one of them`,
  );
}

function noteNameserver(
  placeholders: Set<string>,
  { record }: Extract<UpdateAction, { kind: 'add' }>,
  { nameservers }: ZoneFacts,
): void {
  if (record.type === rrTypes.SOA) return;
  const host = hostOf(record.rdata);
  if (!nameservers.includes(host)) placeholders.add(host);
}

function hostOf(rdata: Uint8Array): string {
  return Name.fromTrustedWire(rdata).toHostname();
}

export function touchedBy(action: UpdateAction): { name: Name; typeCode: number | null } {
  if (action.kind === 'add') return { name: action.record.name, typeCode: action.record.type };
  return { name: action.name, typeCode: action.kind === 'delete-name' ? null : action.type };
}

function isProtected(owner: string, typeCode: number): boolean {
  return typeCode === rrTypes.SOA || (owner === '@' && typeCode === rrTypes.NS);
}

function add(working: WorkingZone, added: ResourceRecord, facts: ZoneFacts): void {
  const reading = readWireRecord(facts.zone, added);
  if (!reading.ok) throw new UpdateRefused(`${added.name}: ${reading.reason}`);
  const { form } = reading;
  const record = { ...reading.record, ttlSeconds: facts.clampTtl(added.ttlSeconds) };
  const owner = record.name;
  if (isBesideCname(working.at(owner), owner, form)) return;
  const set = working.set(owner, form.typeCode);
  const held = set.filter((item) => working.formAs(item, form.typeCode)?.key === form.key);
  if (isSingle(form) && held.length === 0 && set.length > 0) {
    replaceOnly(working, set, { value: record.value, form });
  } else if (held.length === 0) working.add(record, form);
  for (const item of working.set(owner, form.typeCode)) {
    item.record = { ...item.record, ttlSeconds: record.ttlSeconds };
  }
}

/**
 * The RFC ignores such additions. A name with a CNAME and other data is flattened and accepts more.
 */
function isBesideCname(items: readonly Item[], owner: string, form: WireForm): boolean {
  if (owner === '@') return false;
  const cnames = items.filter((item) => item.form?.typeCode === rrTypes.CNAME).length;
  const others = items.length - cnames;
  return form.typeCode === rrTypes.CNAME ? others > 0 && cnames === 0 : cnames > 0 && others === 0;
}

function isSingle({ typeCode }: WireForm): boolean {
  return typeCode === rrTypes.CNAME || typeCode === rrTypes.DNAME;
}

/** A name has one CNAME or DNAME: the new value replaces the old one and keeps its id. */
function replaceOnly(
  working: WorkingZone,
  [first, ...others]: readonly Item[],
  next: { readonly value: string; readonly form: WireForm },
): void {
  if (first === undefined) return;
  first.record = { ...first.record, value: next.value };
  first.form = next.form;
  working.remove(first.record.name, (item) => others.includes(item));
}

/** All of them or none: a name, and a CNAME that is an ALIAS for readers, may hold types that the key
 * is not for. */
function deleteItems(
  working: WorkingZone,
  deletion: {
    readonly owner: string;
    readonly scope: KeyScope;
    readonly isGone: (item: Item) => boolean;
  },
): void {
  const { owner, scope } = deletion;
  const gone = new Set(working.at(owner).filter(deletion.isGone));
  const other = [...gone].find(({ record }) => scope.types?.has(record.type) === false);
  if (other !== undefined) {
    throw new UpdateRefused(`${owner} holds ${other.record.type} records the key is not for`);
  }
  working.remove(owner, (item) => gone.has(item));
}
