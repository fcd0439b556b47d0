/** The records of a zone that decide what a lookup of some of its names finds. */
import { Pace } from '../base/fairness/pace.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { NameSet, namesAbove } from '../zones/names/name-set.ts';

/**
 * The records at these names, at those above them and at the wildcards beside them, and one record below
 * each, which makes it exist. Names are relative to the zone.
 */
export async function recordsAround(
  pages: AsyncGenerator<readonly StoredRecord[]>,
  names: readonly string[],
): Promise<StoredRecord[]> {
  const path = new NameSet(['@', ...names.flatMap((name) => [name, ...namesAbove(name)])]);
  const wildcards = new Set(path.values().map((name) => (name === '@' ? '*' : `*.${name}`)));
  const pace = new Pace();
  const seenBelow = new Set<string>();
  const isUnseen = (name: string) => name !== '@' && path.has(name) && !seenBelow.has(name);
  const found: StoredRecord[] = [];
  for await (const page of pages) {
    for (const record of page) {
      await pace.step();
      const { name } = record;
      const above = isUnseen(name) ? name : path.allAbove(name).find(isUnseen);
      if (above !== undefined) seenBelow.add(above);
      if (above !== undefined || path.has(name) || wildcards.has(name)) found.push(record);
    }
  }
  return found;
}
