/**
 * Requests a transfer from another registrar, and follows it until it has ended. What the registry
 * shows decides: the job asks before and after each command, so a lost reply, a second request and a
 * cancellation that meets an approval all end as the registry has decided. Between two questions there
 * is no job: the sweep starts one at the domain's due time, and a message of the registry earlier.
 */
import { dayMs } from '@hostmaster/contract/durations';
import { persistRows } from '../changes/persist-rows.ts';
import { newSend } from '../domains/new-send.ts';
import type {
  CommandOutcome,
  RefusedOutcome,
  RegistryDomain,
  RegistryTransfer,
} from '../registrars/registrar.ts';
import { confirmTransfer } from './confirm-transfer.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { journalAnswer, outcomeRow, sendRow } from './journal.ts';
import { moveKeptRecords } from './move-kept-records.ts';
import { reasonToGiveUp } from './repeated-failure.ts';
import {
  awaitRegistrar,
  endWithoutDomain,
  keepWaiting,
  requireAction,
  runAgain,
} from './transfer-outcomes.ts';
import {
  type KnownSend,
  loadTransferWork,
  persistTransfer,
  type TransferWork,
} from './transfer-work.ts';

interface RegistryState {
  readonly found: RegistryDomain | null;
  /** The newest transfer of the name, whichever registrar requested it. */
  readonly latest: RegistryTransfer | null;
}

/** More wrong codes look like guessing. */
const refusedMax = 10;
/** The 60 days of most registries, and two weeks to send the auth code again. */
const tooEarlyMs = 74 * dayMs;

export async function runTransfer(context: FulfilmentContext): Promise<void> {
  const work = await loadTransferWork(context);
  if (work === null) return;
  await moveKeptRecords(context, work);
  const seen = await ask(context, work);
  if (await settle(context, work, seen)) return;
  if (work.transfer.isCancelling) await cancel(context, work, seen);
  else await request(context, work, seen);
}

/** The domain last: an approval that the transfer shows is then seen there too. */
async function ask({ registrar }: FulfilmentContext, work: TransferWork): Promise<RegistryState> {
  const { name } = work.domain;
  const latest = await registrar.transferOf(name, work.authCode);
  return { latest, found: await registrar.info(name) };
}

/** Journaled with a request: any other transfer of ours that the registry shows later came from it. */
function baselineOf({ latest }: RegistryState): string {
  return latest === null ? 'none' : String(latest.requestedAt);
}

/** The transfer that one of our requests began; null while the registry shows none. */
function ownTransfer(
  { requests }: TransferWork,
  { latest }: RegistryState,
): RegistryTransfer | null {
  const last = requests.at(-1);
  if (last === undefined || latest === null || !latest.requestedByUs) return null;
  return String(latest.requestedAt) === last.expected ? null : latest;
}

const gone = 'The name is no longer registered.';
const notTransferable = 'The registry does not transfer this name.';
const denied = 'The current registrar denied the transfer.';
const cancelledThere = 'The request was cancelled at the registry.';

/** True when what the registry shows has settled the job; false when a command has to be sent. */
async function settle(
  context: FulfilmentContext,
  work: TransferWork,
  seen: RegistryState,
): Promise<boolean> {
  const { isCancelling } = work.transfer;
  if (seen.found === null) return endWithoutDomain(context, work, { failure: gone });
  if (seen.found.isOurs) {
    // Only a request that was not refused can have brought it to this workspace.
    if (work.requests.length > 0) return confirmTransfer(context, work, seen.found);
    return endWithoutDomain(context, work, { failure: notTransferable });
  }
  const own = ownTransfer(work, seen);
  switch (own?.status) {
    case 'pending':
      return isCancelling ? false : awaitRegistrar(context, work, { until: own.actsAt });
    case 'approved':
      throw new Error('The registry has approved the transfer and does not show the name as ours.');
    case 'denied':
      return endWithoutDomain(context, work, { failure: denied });
    case 'cancelled':
      return endWithoutDomain(context, work, { failure: isCancelling ? null : cancelledThere });
    case undefined:
      return settleUnseen(context, work);
  }
}

/** The registry shows no transfer of ours. A request that it has accepted is never sent again. */
async function settleUnseen(context: FulfilmentContext, work: TransferWork): Promise<boolean> {
  const { transfer, requests, cancellations } = work;
  const { isCancelling } = transfer;
  const accepted = requests.findLast(({ outcome }) => outcome === 'pending' || outcome === 'done');
  const isCancelled = cancellations.some(({ outcome }) => outcome === 'done');
  if (isCancelled || (isCancelling && accepted === undefined)) {
    return endWithoutDomain(context, work, { failure: null });
  }
  if (accepted !== undefined) {
    const { name } = work.domain;
    const decision = await context.registrar.outcomeOf({ sendId: accepted.id, name });
    if (decision.kind !== 'refused') return keepWaiting(context, work);
    return endWithoutDomain(context, work, { failure: isCancelling ? null : decision.reason });
  }
  if (transfer.status === 'action_required') return keepWaiting(context, work);
  const failure = reasonToGiveUp(requests, await context.calendarNow(context.database));
  return failure === null ? false : endWithoutDomain(context, work, { failure });
}

async function request(
  context: FulfilmentContext,
  work: TransferWork,
  before: RegistryState,
): Promise<void> {
  const { domain, authCode } = work;
  const send = await journal(context, work, { command: 'transfer', expected: baselineOf(before) });
  if (send === null) return;
  const outcome = await journalAnswer(context.database, send.id, () =>
    context.registrar.requestTransfer({
      sendId: send.id,
      name: domain.name,
      beforeSend: context.holdLease,
      authCode,
      requestedAt: send.sentAt,
      years: context.registrar.capabilitiesFor(domain.name).transferYears,
      premium: domain.registration.premium,
    }),
  );
  // A refusal is stored with what follows from it.
  const isRefused = outcome.kind === 'refused';
  if (!isRefused) await storeOutcome(context, send.id, outcome.kind);
  const sent = { ...send, outcome: isRefused ? null : outcome.kind };
  const after = { ...work, requests: [...work.requests, sent] };
  const seen = await ask(context, after);
  // A registry that has one of our requests refuses another one.
  const isSettled = !isRefused || ownTransfer(after, seen) !== null || seen.found?.isOurs === true;
  if (!isSettled) return recordRefusal(context, work, { outcome, seen, sendId: send.id });
  if (!(await settle(context, after, seen))) await runAgain(context);
}

async function recordRefusal(
  context: FulfilmentContext,
  work: TransferWork,
  refusal: {
    readonly outcome: RefusedOutcome;
    readonly seen: RegistryState;
    readonly sendId: string;
  },
): Promise<void> {
  const { outcome, seen, sendId } = refusal;
  const advice = adviceAfter(outcome, seen);
  if (advice !== null && work.refusedCount + 1 < refusedMax) {
    return requireAction(context, work, { ...advice, sendId });
  }
  await endWithoutDomain(context, work, { failure: outcome.reason, sendId });
}

interface Advice {
  readonly reason: string;
  readonly action: string;
  /** How long the owner has; absent for the usual time. */
  readonly actionMs?: number;
}

/** What the owner can do about a refusal; null when that is nothing. */
function adviceAfter(
  { reason, isWrongAuthCode, isLocked, isTooEarly }: RefusedOutcome,
  { latest }: RegistryState,
): Advice | null {
  if (isWrongAuthCode === true) {
    const action = 'Get a new auth code from the current registrar, then try again with it.';
    return { reason, action };
  }
  if (isLocked === true) {
    const action = 'Unlock the domain at the current registrar, then try again with the auth code.';
    return { reason, action };
  }
  if (isTooEarly === true) {
    const action =
      "Most registries don't transfer a name in the first 60 days after its registration or last transfer. Try again after that, or cancel this transfer for a refund.";
    return { reason, action, actionMs: tooEarlyMs };
  }
  if (latest?.status !== 'pending' || latest.requestedByUs) return null;
  return {
    reason: 'Another registrar has requested this domain.',
    action: 'Cancel that transfer or wait until it ends, then try again with the auth code.',
  };
}

/** The approval of the current registrar may come first: what the registry shows decides. */
async function cancel(
  context: FulfilmentContext,
  work: TransferWork,
  before: RegistryState,
): Promise<void> {
  const { domain, authCode } = work;
  const expected = baselineOf(before);
  const send = await journal(context, work, { command: 'cancel-transfer', expected });
  if (send === null) return;
  const outcome = await journalAnswer(context.database, send.id, () =>
    context.registrar.cancelTransfer({
      sendId: send.id,
      name: domain.name,
      beforeSend: context.holdLease,
      authCode,
    }),
  );
  await storeOutcome(context, send.id, outcome.kind);
  const sent = { ...send, outcome: outcome.kind };
  const after = { ...work, cancellations: [...work.cancellations, sent] };
  const seen = await ask(context, after);
  if (await settle(context, after, seen)) return;
  const own = ownTransfer(after, seen);
  if (outcome.kind !== 'refused' || own === null) return runAgain(context);
  // It is pending still, and the registry does not cancel it.
  await awaitRegistrar(context, work, { until: own.actsAt, cancelRefusal: outcome.reason });
}

/** Commits the send's id before the send. Null when the owner has changed the transfer meanwhile. */
function journal(
  context: FulfilmentContext,
  work: TransferWork,
  send: { readonly command: 'transfer' | 'cancel-transfer'; readonly expected: string },
): Promise<KnownSend | null> {
  return persistTransfer(context, work, {
    load: async () => undefined,
    decide({ domain, transfer, at }) {
      const sent = newSend(domain, { termId: transfer.termId, ...send }, at);
      return { answer: sent, change: { rows: [sendRow(sent)] } };
    },
  });
}

function storeOutcome(
  { database }: FulfilmentContext,
  id: string,
  outcome: CommandOutcome['kind'],
): Promise<void> {
  return persistRows(database, outcomeRow({ id, outcome }));
}
