/** Appends a difference to a zone's journal and raises its serial. The only code that does so. */
import { TxLocal } from '../../storage/database.ts';
import { insertRaise, rewriteJournal } from '../../storage/queries/zone-journal.ts';
import { raiseSerial } from '../../storage/queries/zones.ts';
import { command } from '../../storage/query.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import { packRecords } from '../journal-form.ts';
import { isEmpty, joinDifferences, type RecordDifference } from '../record-difference.ts';

interface Entry {
  readonly fromSerial: number;
  readonly difference: RecordDifference;
}

/** The journal entries of each transaction, by zone, so that it raises a serial only once. */
const written = new TxLocal(() => new Map<string, Entry>());

export async function appendDifference(
  tx: HostmasterTx,
  domain: { readonly id: string; readonly name: string },
  difference: RecordDifference,
): Promise<void> {
  if (isEmpty(difference)) return;
  const zone = domain.name;
  const entries = tx.local(written);
  const entry = entries.get(zone);
  if (entry === undefined) {
    const [rows] = await tx.batchThenRead(
      [command(raiseSerial, { name: zone, domainId: domain.id })],
      {
        query: insertRaise,
        params: [{ zone, domainId: domain.id, ...packed(difference) }],
      },
    );
    const fromSerial = rows?.[0]?.fromSerial;
    if (fromSerial === undefined) throw new Error(`The journal of ${zone} was not written.`);
    entries.set(zone, { fromSerial, difference });
    tx.announce({ kind: 'zone-changed', zone, isCatalogDue: false });
    return;
  }
  const joined = joinDifferences([entry.difference, difference]);
  await tx.run(rewriteJournal, { zone, fromSerial: entry.fromSerial, ...packed(joined) });
  entries.set(zone, { ...entry, difference: joined });
}

function packed({ removed, added }: RecordDifference): { removed: Uint8Array; added: Uint8Array } {
  return { removed: packRecords(removed), added: packRecords(added) };
}
