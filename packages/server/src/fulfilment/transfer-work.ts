/** A transfer from another registrar as its job sees it. */

import { newId } from '../base/ids.ts';
import type { Fact } from '../facts/fact.ts';
import { payloadOf } from '../jobs/handler.ts';
import { finishJob, postponeJob } from '../jobs/queue.ts';
import { isOpenTransfer } from '../operations/transfers/own-transfer.ts';
import { findDomainById, lockDomainById } from '../storage/queries/domains.ts';
import { listSendsOfTerm } from '../storage/queries/sends.ts';
import { findTransferOfDomain } from '../storage/queries/transfers-in.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { Send } from '../storage/tables/sends.ts';
import type { TransferIn } from '../storage/tables/transfers-in.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import type { DomainJob } from './job-kinds.ts';
import { journalOutcome } from './journal.ts';

export type KnownSend = Pick<Send, 'id' | 'expected' | 'sentAt' | 'outcome' | 'answer'>;

export interface TransferWork {
  readonly domain: Domain;
  readonly transfer: TransferIn;
  readonly authCode: string;
  /** Requests that the registry has not refused, oldest first. */
  readonly requests: readonly KnownSend[];
  readonly refusedCount: number;
  readonly cancellations: readonly KnownSend[];
}

export interface LockedTransfer {
  readonly domain: Domain;
  readonly transfer: TransferIn;
}

/** Null when the transfer has ended before. */
export async function loadTransferWork(context: FulfilmentContext): Promise<TransferWork | null> {
  const { domainId } = payloadOf<DomainJob>(context.job);
  const { database } = context;
  const domain = await database.first(findDomainById, { id: domainId });
  const transfer = await database.first(findTransferOfDomain, { domainId });
  if (domain === undefined || transfer === undefined) throw new Error(`${domainId} is incomplete.`);
  if (!isOpenTransfer(transfer) || transfer.authCode === null) {
    await database.transaction((tx) => finishJob(tx, context.job));
    return null;
  }
  const sends = await database.all(listSendsOfTerm, { domainId, termId: transfer.termId });
  const requests = sends.filter(({ command }) => command === 'transfer');
  const isRefused = ({ outcome }: Send) => outcome === 'refused';
  return {
    domain,
    transfer,
    authCode: context.secrets.open(transfer.authCode),
    requests: requests.filter((send) => !isRefused(send)),
    refusedCount: requests.filter(isRefused).length,
    cancellations: sends.filter(({ command }) => command === 'cancel-transfer'),
  };
}

/**
 * Locks the domain. Null when the owner has changed the auth code or cancelled the transfer since it
 * was loaded: the job then runs again.
 */
export async function lockUnchanged(
  tx: HostmasterTx,
  context: FulfilmentContext,
  { domain, transfer }: Pick<TransferWork, 'domain' | 'transfer'>,
): Promise<LockedTransfer | null> {
  const locked = await tx.first(lockDomainById, { id: domain.id });
  const current = await tx.first(findTransferOfDomain, { domainId: domain.id });
  const isUnchanged =
    current?.authCode === transfer.authCode && current.isCancelling === transfer.isCancelling;
  if (locked !== undefined && isUnchanged) return { domain: locked, transfer: current };
  await postponeJob(tx, context.job, { delayMs: 0, attempts: 0 });
  return null;
}

/**
 * Ends the job with a change, in one transaction with its fencing token: the transfer, the money, the
 * domain and the job change together, or nothing does.
 */
export async function conclude(
  context: FulfilmentContext,
  work: Pick<TransferWork, 'domain' | 'transfer'> & {
    /** The request that the registry has refused. */
    readonly refusedSendId?: string | undefined;
  },
  change: (tx: HostmasterTx, locked: LockedTransfer, at: number) => Promise<Fact | null>,
): Promise<true> {
  await context.database.transaction(async (tx) => {
    const { refusedSendId: id } = work;
    if (id !== undefined) await journalOutcome(tx, { id, outcome: 'refused' });
    const locked = await lockUnchanged(tx, context, work);
    if (locked === null) return;
    await finishJob(tx, context.job);
    const at = await context.calendarNow(tx);
    const fact = await change(tx, locked, at);
    if (fact === null) return;
    recordFact(tx, {
      id: newId('act'),
      at,
      actor: systemActor(locked.domain.workspaceId, context.job.kind),
      fact,
    });
  });
  return true;
}
