/** A transfer from another registrar as its job sees it. */

import { readList } from '@hostmaster/storage';
import { type Change, combine } from '../changes/change.ts';
import type { DomainJob } from '../changes/job-kinds.ts';
import { payloadOf } from '../jobs/job-handler.ts';
import { ended, finishJob, postponed } from '../jobs/persist-job.ts';
import { isOpenTransfer } from '../operations/transfers/own-transfer.ts';
import { findDomainById } from '../storage/queries/domains/domains.ts';
import { listSendsOfTerm } from '../storage/queries/registry/sends.ts';
import { findTransferOfDomain } from '../storage/queries/transfers/transfers-in.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import type { Send } from '../storage/tables/registry/sends.ts';
import type { TransferIn } from '../storage/tables/transfers/transfers-in.ts';
import { decideDomainJob, type LockedDomain } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { outcomeRow } from './journal.ts';

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

export interface LockedTransfer extends LockedDomain {
  readonly transfer: TransferIn;
}

/** Null when the transfer has ended before. */
export async function loadTransferWork(context: FulfilmentContext): Promise<TransferWork | null> {
  const { domainId } = payloadOf<DomainJob>(context.job);
  const { database } = context;
  const [domain, transfer] = await Promise.all([
    database.first(findDomainById, { id: domainId }),
    database.first(findTransferOfDomain, { domainId }),
  ]);
  if (domain === undefined || transfer === undefined) throw new Error(`${domainId} is incomplete.`);
  if (!isOpenTransfer(transfer) || transfer.authCode === null) {
    await finishJob(context);
    return null;
  }
  const sends = await readList(database, listSendsOfTerm, { domainId, termId: transfer.termId });
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
 * Changes a transfer. Nothing but the rows of `always` is written when the owner has changed the auth
 * code or cancelled the transfer since it was loaded: the job then runs again, and the answer is null.
 */
export function persistTransfer<Loaded, Answer>(
  context: FulfilmentContext,
  { domain, transfer }: Pick<TransferWork, 'domain' | 'transfer'>,
  work: {
    readonly always?: Change;
    load(reader: HostmasterReader): Promise<Loaded>;
    decide(
      locked: LockedTransfer,
      loaded: Loaded,
    ): { readonly answer: Answer; readonly change: Change };
  },
): Promise<Answer | null> {
  return decideDomainJob(context, domain, {
    load: (reader) =>
      Promise.all([reader.first(findTransferOfDomain, { domainId: domain.id }), work.load(reader)]),
    decide(locked, [current, loaded]) {
      const isUnchanged =
        current?.authCode === transfer.authCode && current.isCancelling === transfer.isCancelling;
      if (isUnchanged) return work.decide({ ...locked, transfer: current }, loaded);
      const change = postponed(context, { delayMs: 0, attempts: 0 }, work.always);
      return { answer: null, change };
    },
  });
}

/**
 * Ends the job with a change: the transfer, the money, the domain and the job change together, or
 * nothing does.
 */
export async function conclude<Loaded = undefined>(
  context: FulfilmentContext,
  work: Pick<TransferWork, 'domain' | 'transfer'> & {
    /** The request that the registry has refused. */
    readonly refusedSendId?: string | undefined;
  },
  conclusion: {
    load?(reader: HostmasterReader): Promise<Loaded>;
    decide(locked: LockedTransfer, loaded: Loaded): Change;
  },
): Promise<true> {
  const { refusedSendId: id } = work;
  const refused = {
    rows: id === undefined ? [] : [outcomeRow({ id, outcome: 'refused' as const })],
  };
  await persistTransfer(context, work, {
    always: refused,
    load: async (reader) => (await conclusion.load?.(reader)) as Loaded,
    decide(locked, loaded) {
      const change = combine(refused, conclusion.decide(locked, loaded));
      return { answer: undefined, change: ended(context, change) };
    },
  });
  return true;
}
