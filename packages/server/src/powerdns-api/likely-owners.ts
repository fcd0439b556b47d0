/** Finds the owner names of a zone whose own name or whose records match a pattern. */
import type { RecordType } from '@hostmaster/dns/records';
import type { Pace } from '../base/fairness/pace.ts';
import {
  countCharacters,
  findNameAfter,
  listSearchedRecords,
  measureRecords,
} from '../storage/queries/records/searched-records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { wireDataOf } from '../zones/wire-record.ts';
import { contentOf } from './zone-view.ts';

/** A page has about so many records, and no more bytes of values than this unless one name has them. */
const rowsMax = 250;
const bytesMax = 64 * 1024;

interface Search {
  readonly terms: {
    /** What each match has, in lower case. */
    readonly run: string;
    isMatch(text: string): boolean;
  };
  readonly pace: Pace;
  /** Called with the records that are compared next; it may throw. */
  onRead(size: { readonly count: number; readonly characters: number }): void;
}

/** In pages without a common snapshot, by name. */
export async function* likelyOwners(
  reader: HostmasterReader,
  { id: domainId, name: zone }: Pick<Domain, 'id' | 'name'>,
  { terms: { run, isMatch }, pace, onRead }: Search,
): AsyncGenerator<readonly string[]> {
  const filter = { zone, namesLike: likeRun(run), unlikelyTypes: typesWithout(run) };
  let rows = rowsMax;
  for (let after = ''; ; ) {
    const upTo = (await reader.first(findNameAfter, { domainId, after, rows }))?.upTo ?? null;
    if (upTo === null) return;
    const range = { domainId, after, upTo };
    const { count = 0, bytes = 0 } = (await reader.first(measureRecords, range)) ?? {};
    if (bytes > bytesMax && rows > 1) {
      rows = Math.max(1, Math.floor((rows * bytesMax) / bytes / 2));
      continue;
    }
    const { characters = 0 } = (await reader.first(countCharacters, range)) ?? {};
    onRead({ count, characters });
    const found = new Set<string>();
    for (const { name, ...record } of await reader.all(listSearchedRecords, {
      ...range,
      ...filter,
    })) {
      await pace.step();
      if (!found.has(name) && isLikely({ zone, name, record }, isMatch)) found.add(name);
    }
    yield [...found];
    after = upTo;
    rows = Math.min(rowsMax, 2 * rows);
    await pace.step();
  }
}

/** Found without the sets as they are shown, which take longer and have the same names and contents. */
function isLikely(
  {
    zone,
    name,
    record,
  }: {
    readonly zone: string;
    readonly name: string;
    readonly record: Parameters<typeof wireDataOf>[1];
  },
  isMatch: (text: string) => boolean,
): boolean {
  if (isMatch(name === '@' ? zone : `${name}.${zone}`)) return true;
  const data = wireDataOf(zone, record);
  return data !== null && isMatch(contentOf({ type: data.typeCode, rdata: data.rdata }));
}

function likeRun(run: string): string {
  return `%${run.replaceAll(/[!%_]/g, '!$&')}%`;
}

/** Types of which no content has this run of characters. */
function typesWithout(run: string): readonly RecordType[] {
  const types: RecordType[] = [];
  if (!/^[0-9.]*$/.test(run)) types.push('A');
  if (!/^[0-9a-f:.]*$/.test(run)) types.push('AAAA');
  return types;
}
