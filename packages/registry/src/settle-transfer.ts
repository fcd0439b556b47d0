/** The end of a transfer between registrars, by whichever side or by the registry itself. */
import { hash, randomUUID } from 'node:crypto';
import { dayMs } from '@hostmaster/contract/durations';
import { announce } from './announce.ts';
import { behaviourOf } from './behaviours.ts';
import type { RegistryMoment } from './registry-command.ts';
import { withStatus } from './registry-object.ts';
import { doneReply, resultCode } from './registry-reply.ts';
import { findContact, insertContact } from './storage/queries/contacts.ts';
import { setHostSponsors } from './storage/queries/hosts.ts';
import { updateObject } from './storage/queries/objects.ts';
import { settleTransaction } from './storage/queries/transactions.ts';
import type { RegistryTx } from './storage/schema.ts';
import {
  clientStatuses,
  type GracePeriod,
  type ObjectStatus,
  type ObjectTransfer,
  type RegistryObject,
} from './storage/tables/objects.ts';

const transferGraceMs = 5 * dayMs;

/** Decides a due transfer. Expects the object locked. */
export async function settleTransfer(
  tx: RegistryTx,
  object: RegistryObject,
  now: RegistryMoment,
): Promise<RegistryObject> {
  const { transfer } = object;
  if (transfer?.status !== 'pending' || !isTransferDue(transfer, now)) return object;
  if (isAnswerDue(transfer, now)) {
    const isDenied = behaviourOf(object.name).rival?.answer === 'denies';
    const status = isDenied ? 'clientRejected' : 'clientApproved';
    return decideTransfer(tx, { ...object, transfer }, { status, now });
  }
  const at = { ...now, calendar: transfer.actsAt };
  return decideTransfer(tx, { ...object, transfer }, { status: 'serverApproved', now: at });
}

export function isTransferDue(
  transfer: ObjectTransfer,
  now: Pick<RegistryMoment, 'calendar' | 'machine'>,
): boolean {
  return isAnswerDue(transfer, now) || transfer.actsAt <= now.calendar;
}

function isAnswerDue({ answersAt }: ObjectTransfer, now: Pick<RegistryMoment, 'machine'>) {
  return answersAt !== null && answersAt <= now.machine;
}

export async function decideTransfer(
  tx: RegistryTx,
  object: RegistryObject & { readonly transfer: ObjectTransfer },
  decision: { readonly status: ObjectTransfer['status']; readonly now: RegistryMoment },
): Promise<RegistryObject> {
  const { status, now } = decision;
  const isApproved = status === 'clientApproved' || status === 'serverApproved';
  const transfer = { ...object.transfer, status, actsAt: now.calendar, answersAt: null };
  const statuses = withStatus(object.statuses, { status: 'pendingTransfer', isSet: false });
  const kept = { ...object, statuses, transfer, transferUntil: null };
  const decided = isApproved ? await withContacts(tx, transferred(kept, now), now) : kept;
  await tx.run(updateObject, decided);
  if (isApproved) {
    await tx.run(setHostSponsors, { domain: object.name, sponsor: transfer.requestedBy });
  }
  const { code, message } = isApproved
    ? doneReply(decided.expiresAt)
    : { code: resultCode.policyViolation, message: endReasons[status] ?? '' };
  const key = { sponsor: transfer.requestedBy, id: transfer.transactionId };
  await tx.run(settleTransaction, { ...key, code, message });
  await announceTransfer(tx, now, { name: object.name, transfer });
  return decided;
}

const endReasons: Partial<Record<ObjectTransfer['status'], string>> = {
  clientRejected: 'The losing registrar denied the transfer.',
  clientCancelled: 'The transfer was cancelled.',
  serverCancelled: 'The registry cancelled the transfer.',
};

/** The new sponsor gets a new auth code; the old one's statuses and grace periods end. */
function transferred(
  object: RegistryObject & { readonly transfer: ObjectTransfer },
  now: RegistryMoment,
): RegistryObject {
  const ofClients: readonly ObjectStatus[] = clientStatuses;
  const period: GracePeriod = {
    kind: 'transferPeriod',
    until: now.calendar + transferGraceMs,
  };
  return {
    ...object,
    sponsor: object.transfer.requestedBy,
    creator: object.creator ?? object.transfer.from,
    statuses: object.statuses.filter((status) => !ofClients.includes(status)),
    expiresAt: object.transfer.expiresAt,
    updatedAt: now.calendar,
    gracePeriods: [period],
    authCode: randomUUID(),
    authCodeSetAt: now.calendar,
  };
}

/** The previous registrar keeps the contacts, and the new one gets copies where the policy says so. */
async function withContacts(
  tx: RegistryTx,
  object: RegistryObject,
  now: RegistryMoment,
): Promise<RegistryObject> {
  if (!now.policy.transfersContacts) return object;
  const copies = new Map<string, string>();
  for (const id of [object.registrantId, ...Object.values(object.contactIds)]) {
    const contact = copies.has(id) ? undefined : await tx.first(findContact, { id });
    if (contact === undefined) continue;
    const copy = `T${hash('sha256', `${object.name} ${now.calendar} ${id}`).slice(0, 15).toUpperCase()}`;
    await tx.run(insertContact, { ...contact, id: copy, sponsor: object.sponsor });
    copies.set(id, copy);
  }
  const copyOf = (id: string) => copies.get(id) ?? id;
  const contactIds = Object.entries(object.contactIds).map(([role, id]) => [role, copyOf(id)]);
  return {
    ...object,
    registrantId: copyOf(object.registrantId),
    contactIds: Object.fromEntries(contactIds),
  };
}

/** Both registrars get a message about each step. */
export async function announceTransfer(
  tx: RegistryTx,
  now: RegistryMoment,
  { name, transfer }: { readonly name: string; readonly transfer: ObjectTransfer },
): Promise<void> {
  const text = transferTexts[transfer.status];
  for (const sponsor of [transfer.from, transfer.requestedBy]) {
    await announce(tx, now, { sponsor, text, event: { kind: 'transfer', name, transfer } });
  }
}

const transferTexts: Record<ObjectTransfer['status'], string> = {
  pending: 'A transfer of the name was requested.',
  clientApproved: 'The transfer of the name was approved.',
  serverApproved: 'The transfer of the name was approved by the registry.',
  clientRejected: 'The transfer of the name was denied.',
  clientCancelled: 'The transfer of the name was cancelled.',
  serverCancelled: 'The transfer of the name was cancelled by the registry.',
};
