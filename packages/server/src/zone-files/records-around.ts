/** The records of a zone that decide what a lookup of some of its names finds. */
import type { StoredRecord } from '../storage/tables/records/records.ts';

/**
 * The records at these names, at those above them and at the wildcards beside them, and one record below
 * each, which makes it exist. Names are relative to the zone.
 */
export async function recordsAround(
  pages: AsyncGenerator<readonly StoredRecord[]>,
  names: readonly string[],
): Promise<StoredRecord[]> {
  const path = new Set(['@', ...names.flatMap(withParents)]);
  const wildcards = new Set([...path].map((name) => (name === '@' ? '*' : `*.${name}`)));
  const seenBelow = new Set<string>();
  const found: StoredRecord[] = [];
  for await (const page of pages) {
    for (const record of page) {
      const { name } = record;
      const above = withParents(name).find((parent) => path.has(parent) && !seenBelow.has(parent));
      if (above !== undefined) seenBelow.add(above);
      if (above !== undefined || path.has(name) || wildcards.has(name)) found.push(record);
    }
  }
  return found;
}

/** `a.b` and `b`. */
function withParents(name: string): string[] {
  const labels = name.split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
}
