/**
 * Raises the serials of changed zones and writes their journals, last before the commit: the changes of
 * one zone that share a commit are one difference. Zones are locked in the order of their names, as the
 * catalog locks them.
 */
import { fixedLimits } from '../base/limits.ts';
import { LateSlot } from '../storage/late-slot.ts';
import type { RowWrite } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { packRecords } from '../zones/journal-form.ts';
import { isEmpty, joinDifferences, type RecordDifference } from '../zones/record-difference.ts';

interface Raise {
  readonly domain: { readonly id: string; readonly name: string };
  readonly difference: RecordDifference;
}

export const raises = new LateSlot<Raise>(1, (entries) =>
  [...Map.groupBy(entries, ({ domain }) => domain.id).values()]
    .sort(([a], [b]) => ((a?.domain.name ?? '') < (b?.domain.name ?? '') ? -1 : 1))
    .flatMap(raiseZone),
);

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
