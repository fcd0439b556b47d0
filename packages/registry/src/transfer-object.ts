/**
 * Transfers between registrars (RFC 5731, section 3.2.4). A request locks the name until the losing
 * registrar has answered, the gaining one has cancelled, or the registry approves it itself.
 */
import { addYears, dayMs } from '@hostmaster/contract/durations';
import { behaviourOf } from './behaviours.ts';
import type { EndTransfer, RegistryMoment, RequestTransfer } from './registry-command.ts';
import { withStatus } from './registry-object.ts';
import {
  doneReply,
  pendingReply,
  type RegistryReply,
  refusal,
  resultCode,
} from './registry-reply.ts';
import { lockKnownObject, rivalId } from './rival.ts';
import { settleObject } from './settle-object.ts';
import { announceTransfer, decideTransfer } from './settle-transfer.ts';
import { updateObject } from './storage/queries/objects.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { ObjectTransfer, RegistryObject } from './storage/tables/objects.ts';

/** The registry approves what the losing registrar has not answered by then. */
const transferDecisionMs = 5 * dayMs;
/** Names that are younger are not transferred, where the name's behaviour says so. */
const transferableAfterMs = 60 * dayMs;
const authCodeMs = 30 * dayMs;
export const transferYears = 1;
const totalYearsMax = 10;

export async function requestTransfer(
  tx: RegistryTx,
  command: RequestTransfer,
  { now, delayMs }: { readonly now: RegistryMoment; readonly delayMs: number },
): Promise<RegistryReply> {
  const found = await lockKnownObject(tx, command.name, now);
  const object = found === null ? null : await settleObject(tx, found, now);
  const refused = requestProblem(object, command, now);
  if (refused !== null || object === null) return refused ?? unknownName();
  const { rival } = behaviourOf(object.name);
  const isAnswered = object.sponsor === rivalId && rival !== null && rival.answer !== 'none';
  const transfer: ObjectTransfer = {
    status: 'pending',
    requestedBy: command.sponsor,
    from: object.sponsor,
    requestedAt: now.calendar,
    actsAt: now.calendar + transferDecisionMs,
    // Never at once: a request is answered before its decision.
    answersAt: isAnswered ? now.machine + Math.max(1, delayMs) : null,
    transactionId: command.transactionId,
    expiresAt: expiryAfter(object, command.years, now.calendar),
  };
  if (object.sponsor === rivalId && rival?.answer === 'instant') {
    const moved = await decideTransfer(
      tx,
      { ...object, transfer },
      { status: 'serverApproved', now },
    );
    return doneReply(moved.expiresAt);
  }
  const statuses = withStatus(object.statuses, { status: 'pendingTransfer', isSet: true });
  await tx.run(updateObject, { ...object, statuses, transfer, transferUntil: transfer.actsAt });
  await announceTransfer(tx, now, { name: object.name, transfer });
  return pendingReply({ expiresAt: transfer.expiresAt, settlesAt: transfer.answersAt });
}

/** The losing registrar approves or rejects, the gaining one cancels. */
export async function endTransfer(
  tx: RegistryTx,
  command: EndTransfer,
  now: RegistryMoment,
): Promise<RegistryReply> {
  const found = await lockKnownObject(tx, command.name, now);
  const object = found === null ? null : await settleObject(tx, found, now);
  if (object === null) return unknownName();
  const { transfer } = object;
  if (transfer?.status !== 'pending') {
    return refusal(resultCode.notPendingTransfer, 'No transfer of this name is pending.');
  }
  const actor = command.op === 'cancel' ? transfer.requestedBy : transfer.from;
  if (command.sponsor !== actor) {
    return refusal(resultCode.notYours, `Another registrar decides about "${command.op}".`);
  }
  if (command.authCode !== undefined && command.authCode !== object.authCode) {
    return wrongAuthCode('The auth code is wrong.');
  }
  const ended = await decideTransfer(
    tx,
    { ...object, transfer },
    { status: endStatuses[command.op], now },
  );
  return doneReply(ended.expiresAt);
}

const endStatuses = {
  approve: 'clientApproved',
  reject: 'clientRejected',
  cancel: 'clientCancelled',
} as const;

function expiryAfter(object: RegistryObject, years: number, calendar: number): number {
  const latest = Math.max(object.expiresAt, addYears(calendar, totalYearsMax));
  return Math.min(addYears(object.expiresAt, years), latest);
}

function requestProblem(
  object: RegistryObject | null,
  command: RequestTransfer,
  { calendar }: RegistryMoment,
): RegistryReply | null {
  const { name } = command;
  if (behaviourOf(name).isTaken) return lockedRefusal();
  if (object === null) return unknownName();
  if (object.sponsor === command.sponsor) return ineligible('You sponsor this name already.');
  if (object.settlesAt !== null || object.trade !== null || object.purgesAt !== null) {
    return ineligible('The name is being registered, changed or deleted.');
  }
  if (object.transfer?.status === 'pending') {
    return refusal(resultCode.pendingTransfer, 'A transfer of this name is pending already.');
  }
  if (object.statuses.includes('clientTransferProhibited')) return lockedRefusal();
  if (object.authCode !== command.authCode) return wrongAuthCode('The auth code is wrong.');
  if (object.authCodeSetAt !== null && object.authCodeSetAt + authCodeMs <= calendar) {
    return wrongAuthCode('The auth code has expired.');
  }
  if (command.years !== transferYears) {
    return refusal(resultCode.valuePolicy, `A transfer adds ${transferYears} year.`);
  }
  if (!isYoung(object, calendar)) return null;
  return ineligible(
    object.transfer === null
      ? 'The name was registered less than 60 days ago.'
      : 'The name was transferred less than 60 days ago.',
  );
}

/** Not transferred yet, where the name's behaviour says so. */
export function isYoung(
  { name, createdAt, transfer }: Pick<RegistryObject, 'name' | 'createdAt' | 'transfer'>,
  calendar: number,
): boolean {
  const movedAt = transfer?.status.endsWith('Approved') === true ? transfer.actsAt : createdAt;
  const isRecent = Math.max(createdAt, movedAt) + transferableAfterMs > calendar;
  return isRecent && behaviourOf(name).rival?.isYoung === true;
}

function unknownName(): RegistryReply {
  return refusal(resultCode.doesNotExist, 'This name is not registered.');
}

function lockedRefusal(): RegistryReply {
  return refusal(resultCode.statusProhibits, 'The current registrar has locked this name.');
}

function ineligible(message: string): RegistryReply {
  return refusal(resultCode.notTransferable, message);
}

function wrongAuthCode(message: string): RegistryReply {
  return refusal(resultCode.wrongAuthCode, message);
}
