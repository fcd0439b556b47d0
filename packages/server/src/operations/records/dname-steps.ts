/**
 * Whether each step of a change leaves its DNAME records where they may stand (RFC 6672, section 2.4), when
 * the zone before and after all steps does. What a step adds may need that an earlier one has deleted.
 */
import type { Refusal } from '../../base/errors.ts';
import { Pace } from '../../base/fairness/pace.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import { NameSet } from '../../zones/names/name-set.ts';
import { delegatedToo, isDelegation, isDname, redirectsAll, secondDname } from './dname-places.ts';
import { alterationOf, type RecordEdit } from './record-change.ts';

/** Why a step cannot be made; null where all can. */
export async function findStepConflict(
  steps: readonly (readonly RecordEdit[])[],
): Promise<Refusal | null> {
  const pace = new Pace();
  const lost = new Map<string, number>();
  const gained = new Map<string, number>();
  for (const [step, edits] of steps.entries()) {
    await pace.step();
    for (const [before, after] of edits.map(alterationOf)) {
      if (before !== null && isDname(before)) lost.set(before.name, step);
      if (after !== null && isDname(after)) gained.set(after.name, step);
    }
  }
  if (lost.size === 0 && gained.size === 0) return null;
  for (const [name, step] of gained) {
    if ((lost.get(name) ?? step) > step) return secondDname(name);
  }
  const before = new NameSet(lost.keys());
  const after = new NameSet(gained.keys());
  for (const [step, edits] of steps.entries()) {
    for (const [removed, added] of edits.map(alterationOf)) {
      await pace.step();
      const conflict =
        conflictAt(added, before, (name) => (lost.get(name) ?? step) > step) ??
        conflictAt(removed, after, (name) => (gained.get(name) ?? step) < step);
      if (conflict !== null) return conflict;
    }
  }
  return null;
}

/** A record, and the DNAME records that are there while it is. */
function conflictAt(
  record: StoredRecord | null,
  dnames: NameSet,
  isThere: (dname: string) => boolean,
): Refusal | null {
  if (record === null) return null;
  const { name } = record;
  if (isDelegation(record) && dnames.has(name) && isThere(name)) return delegatedToo(name);
  const dname = dnames.above(name);
  return dname !== undefined && isThere(dname) ? redirectsAll(dname, name) : null;
}
