/** Turns a change into the writes of the store. The one place that knows how each section is stored. */
import type { ServiceEvent } from '../base/events.ts';
import type { ZoneKeyRing } from '../base/zone-key-ring.ts';
import { entryDigest, ledgerRow, movedSums } from '../ledger/ledger-entry.ts';
import { mailJobKind, mailRows } from '../notices/new-mail.ts';
import type { LateWrite } from '../storage/late-slot.ts';
import type { RowWrite } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import type { Writes } from '../storage/work.ts';
import type { Change } from './change.ts';
import { factWrites } from './fact-writes.ts';
import { addedKind, jobRows, leasedJob } from './job-write.ts';
import { raiseSerial } from './raise-serials.ts';
import { appendLink } from './stream-slot.ts';
import { zoneEvent, zoneRows } from './zone-edit.ts';

/** `ring` opens the keys of zones that are signed. */
export function writesOf(change: Change, ring: ZoneKeyRing): Writes {
  const { ledger = [], jobs = [], zones = [], mails = [], facts = [] } = change;
  const rows: RowWrite[] = [...(change.rows ?? [])];
  const late: LateWrite[] = [];
  const events: ServiceEvent[] = [...(change.announce ?? [])];
  for (const entry of ledger) rows.push(ledgerRow(entry));
  for (const term of change.terms ?? []) rows.push(statement('insertTerm', term));
  rows.push(...(change.termRows ?? []));
  for (const mail of mails) rows.push(...mailRows(mail));
  for (const job of jobs) {
    rows.push(...jobRows(job));
    events.push(...leasedJob(job));
  }
  const jobKinds = new Set([...jobs.flatMap(addedKind), ...mails.flatMap(mailJobKind)]);
  if (jobKinds.size > 0) events.push({ kind: 'jobs-changed', jobKinds: [...jobKinds].sort() });
  for (const edit of zones) {
    rows.push(...zoneRows(edit));
    events.push(zoneEvent(edit));
    if (edit.kind === 'close' && edit.domain.zone.signing !== 'off') {
      events.push({ kind: 'signing-changed' });
    }
    if (edit.kind === 'difference') late.push(raiseSerial({ ...edit, ring }));
  }
  for (const fact of facts) {
    const written = factWrites(fact);
    rows.push(...written.rows);
    late.push(...(written.late ?? []));
    events.push(...(written.events ?? []));
  }
  for (const entry of ledger) {
    const { id: entryId, workspaceId } = entry;
    const digest = entryDigest(entry);
    late.push(...movedSums(entry));
    late.push(appendLink({ workspaceId, kind: 'ledger', entryId, salt: null, digest }));
  }
  return { rows, late, events };
}
