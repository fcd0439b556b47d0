/**
 * Raises the serials of changed zones and writes their journals, last before the commit: the changes of
 * one zone that share a commit are one difference, which is signed once. Zones are locked in the order of
 * their names, as the catalog locks them.
 */
import { fixedLimits } from '../base/limits.ts';
import type { ZoneKeyRing } from '../base/zone-key-ring.ts';
import { LateSlot, type LateWrite } from '../storage/late-slot.ts';
import type { RowWrite } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import { type SigningDomain, signDifference } from '../zone-data/sign-difference.ts';
import { packRecords } from '../zones/journal-form.ts';
import { isEmpty, joinDifferences, type RecordDifference } from '../zones/record-difference.ts';

interface Raise {
  readonly domain: SigningDomain;
  readonly difference: RecordDifference;
  readonly ring: ZoneKeyRing;
}

/** Signing reads the rows around the names that a difference touches. */
const raises = new LateSlot<Raise>(
  1,
  (entries) => byZone(entries).flatMap(raiseZone),
  async (reader, entries) =>
    // The locks of all zones are sent first, in their order.
    (await Promise.all(byZone(entries).map((each) => signZone(reader, each)))).flat(),
);

/** A zone that is not signed costs no query. */
export function raiseSerial(raise: Raise): LateWrite {
  return raise.domain.zone.signing === 'off' ? raises.entry(raise) : raises.loadedEntry(raise);
}

function byZone(entries: readonly Raise[]): readonly (readonly Raise[])[] {
  return [...Map.groupBy(entries, ({ domain }) => domain.id).values()].sort(([a], [b]) =>
    (a?.domain.name ?? '') < (b?.domain.name ?? '') ? -1 : 1,
  );
}

async function signZone(
  reader: HostmasterReader,
  entries: readonly Raise[],
): Promise<readonly RowWrite[]> {
  const { domain, ring } = entries.find(({ domain }) => domain.zone.signing !== 'off') ?? {};
  if (domain === undefined || ring === undefined) return raiseZone(entries);
  const difference = joinDifferences(entries.map((each) => each.difference));
  if (isEmpty(difference)) return [];
  const signed = await signDifference(reader, ring, { domain, difference });
  if (signed === null) return raiseZone(entries);
  return signed.isRaised ? signed.rows : [...signed.rows, ...raiseZone(entries)];
}

/** Smaller entries are bounded by their number (nameserver/journal-retention.ts). */
const largeEntryBytes = 8 * 1024;

/** The entries are those of one registration of a name. */
function raiseZone(entries: readonly Raise[]): RowWrite[] {
  const [first] = entries;
  const joined = joinDifferences(entries.map(({ difference }) => difference));
  if (first === undefined || isEmpty(joined)) return [];
  const { id: domainId, name } = first.domain;
  const removed = packRecords(joined.removed);
  const added = packRecords(joined.added);
  const raised = [
    statement('raiseSerial', { name, domainId }),
    statement('insertRaise', { zone: name, domainId, removed, added }),
  ];
  if (removed.byteLength + added.byteLength < largeEntryBytes) return raised;
  return [
    ...raised,
    statement('lightenJournal', { zone: name, bytesMax: fixedLimits.journalBytes }),
  ];
}
