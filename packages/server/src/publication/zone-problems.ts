/**
 * Records that are stored but not published as they are: of a page of owner names, of some names, and of
 * a record before it is saved. What each name publishes decides publishOwner, here as everywhere.
 */
import { loadEach } from '@hostmaster/storage';
import { Pace } from '../base/fairness/pace.ts';
import {
  listDelegations,
  listOwnerRecords,
  listOwnersRecords,
} from '../storage/queries/records/records.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { StoredRecord } from '../storage/tables/records/records.ts';
import { findTargetAddresses } from '../zone-data/target-addresses.ts';
import { byName } from '../zone-data/zone-order.ts';
import { delegationWarnings } from '../zones/delegation-warnings.ts';
import type { AddressBook } from '../zones/flatten-owner.ts';
import { flattenedTargets } from '../zones/flattened-targets.ts';
import { namesAbove } from '../zones/names/name-set.ts';
import { publishOwner } from '../zones/publish-owner.ts';
import type { ZoneWarning } from '../zones/zone-record.ts';

type NamedRecord = Pick<StoredRecord, 'id' | 'type' | 'name'>;

/** Names above others that are looked up at once. */
const namesPerPage = 250;

interface Zone {
  readonly zone: string;
  readonly domainId: string;
}

export interface RecordProblem {
  readonly record: StoredRecord;
  readonly code: ZoneWarning['code'];
  readonly message: string;
}

/** The problems of the next owner names; `next` is the last of them, null at the end of the zone. */
export async function problemsAfter(
  reader: HostmasterReader,
  target: Zone,
  after: string,
): Promise<{ readonly problems: readonly RecordProblem[]; readonly next: string | null }> {
  const { domainId } = target;
  const { records, isLast } = await byName.page(reader, { domainId, after });
  const problems = await problemsAmong(reader, target, records);
  return { problems, next: isLast ? null : (records.at(-1)?.name ?? null) };
}

/** The problems at some names; at most as many as one query takes. */
export async function problemsAt(
  reader: HostmasterReader,
  target: Zone,
  names: readonly string[],
): Promise<readonly RecordProblem[]> {
  const { domainId } = target;
  const records = await loadEach(reader, listOwnersRecords, { domainId, names });
  return problemsAmong(reader, target, records);
}

/**
 * What saving a record would lead to at its name: problems of the record itself, and those that other
 * records do not have without it. A target that was never looked up counts as one with an address.
 */
export async function problemsWith(
  reader: HostmasterReader,
  target: Zone,
  draft: StoredRecord,
): Promise<readonly RecordProblem[]> {
  const { domainId } = target;
  const { name } = draft;
  const stored = await reader.all(listOwnerRecords, { domainId, name });
  const others = stored.filter(({ id }) => id !== draft.id);
  const before = await problemsAmong(reader, target, others, assumeAddresses);
  const known = new Set(before.map(({ record, message }) => `${record.id} ${message}`));
  const after = await problemsAmong(reader, target, [...others, draft], assumeAddresses);
  return after.filter(({ record, message }) => !known.has(`${record.id} ${message}`));
}

const someAddress = { ttlSeconds: 86_400, addresses: [Uint8Array.of(192, 0, 2, 1)] };

function assumeAddresses(book: AddressBook): AddressBook {
  return { get: (target) => book.get(target) ?? someAddress };
}

/** All records of each of these names must be among them. */
async function problemsAmong(
  reader: HostmasterReader,
  { zone, domainId }: Zone,
  records: readonly StoredRecord[],
  adjust: (book: AddressBook) => AddressBook = (book) => book,
): Promise<readonly RecordProblem[]> {
  const owners = [...Map.groupBy(records, ({ name }) => name)];
  const targets = owners.flatMap(([owner, held]) =>
    flattenedTargets({ zone, owner, records: held }),
  );
  const addresses = adjust(await findTargetAddresses(reader, domainId, targets));
  const held = new Set(owners.map(([owner]) => owner));
  const above = await loadDelegations(reader, domainId, held);
  const warnings: readonly ZoneWarning[] = [
    ...owners.flatMap(
      ([owner, held]) => publishOwner({ zone, owner, records: held, addresses }).warnings,
    ),
    ...delegationWarnings(zone, [...records, ...above]),
  ];
  const byId = new Map(records.map((record) => [record.id, record]));
  return warnings.flatMap(({ recordId, code, message }) => {
    const record = byId.get(recordId);
    return record === undefined ? [] : [{ record, code, message }];
  });
}

/** NS records of the names above these delegate them. They are looked up in slices with rests. */
async function loadDelegations(
  reader: HostmasterReader,
  domainId: string,
  owners: ReadonlySet<string>,
): Promise<readonly NamedRecord[]> {
  const pace = new Pace();
  const above = new Set<string>();
  for (const owner of owners) {
    await pace.step();
    for (const name of namesAbove(owner)) {
      // Then those above it are there, too.
      if (above.has(name)) break;
      above.add(name);
    }
  }
  const names = [...above].filter((name) => name !== '@' && !owners.has(name));
  const found: NamedRecord[] = [];
  for (let start = 0; start < names.length; start += namesPerPage) {
    const page = names.slice(start, start + namesPerPage);
    found.push(...(await reader.all(listDelegations, { domainId, names: page })));
    await pace.step();
  }
  return found;
}
