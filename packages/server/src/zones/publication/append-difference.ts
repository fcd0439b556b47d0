/**
 * Appends a difference to a zone's journal and raises its serial. The only code that does so. Both
 * happen with the commit: the changes of one zone that share a commit are one difference.
 */
import { AtCommit } from '../../storage/closing-writes.ts';
import { insertRaise } from '../../storage/queries/zone-journal.ts';
import { raiseSerial } from '../../storage/queries/zones.ts';
import { command } from '../../storage/query.ts';
import type { HostmasterTx, Schema } from '../../storage/schema.ts';
import { packRecords } from '../journal-form.ts';
import { isEmpty, joinDifferences, type RecordDifference } from '../record-difference.ts';

interface Entry {
  readonly domain: { readonly id: string; readonly name: string };
  readonly difference: RecordDifference;
}

export function appendDifference(
  tx: HostmasterTx,
  domain: Entry['domain'],
  difference: RecordDifference,
): void {
  if (isEmpty(difference)) return;
  tx.atCommit(raiseSerials, { domain, difference });
  tx.announce({ kind: 'zone-changed', zone: domain.name, isCatalogDue: false });
}

/** Zones are locked in the order of their names, as the catalog locks them. */
export const raiseSerials = new AtCommit<Schema, Entry>((entries) =>
  [...Map.groupBy(entries, ({ domain }) => domain.id).values()]
    .sort(([a], [b]) => ((a?.domain.name ?? '') < (b?.domain.name ?? '') ? -1 : 1))
    .flatMap(raiseCommands),
);

/** The entries are those of one registration of a name. */
function raiseCommands(entries: readonly Entry[]) {
  const [first] = entries;
  const joined = joinDifferences(entries.map(({ difference }) => difference));
  if (first === undefined || isEmpty(joined)) return [];
  const { id: domainId, name } = first.domain;
  return [
    command(raiseSerial, { name, domainId }),
    command(insertRaise, {
      zone: name,
      domainId,
      removed: packRecords(joined.removed),
      added: packRecords(joined.added),
    }),
  ];
}
