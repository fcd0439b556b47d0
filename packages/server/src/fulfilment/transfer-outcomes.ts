/** How a transfer from another registrar goes on, or ends without the domain. */
import { dayMs, hourMs, secondMs } from '@hostmaster/contract/durations';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { postponeJob } from '../jobs/persist-job.ts';
import { mailTo } from '../notices/new-mail.ts';
import { formatDay } from '../notices/notice-dates.ts';
import { transferNeedsAction } from '../notices/transfer-in-notices.ts';
import { endedTransfer } from '../operations/transfers/end-transfer.ts';
import { findPaidTerm } from '../storage/queries/renewal/terms.ts';
import { update } from '../storage/row-write.ts';
import { domains } from '../storage/tables/domains/domains.ts';
import { transfersIn } from '../storage/tables/transfers/transfers-in.ts';
import { systemActor } from '../workspaces/actor.ts';
import { jobFact, loadRecipient } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import { conclude, type TransferWork } from './transfer-work.ts';

/** The registry is asked often at first, and regularly later, also when it sends a message. */
const askMs = { min: secondMs, max: 6 * hourMs } as const;
/** How long an owner has for what only they can do. */
const usualActionMs = 14 * dayMs;
/** How long an accepted request may be invisible after its time before it counts as refused. */
const unseenMs = 7 * dayMs;
/** Where the registry does not say when it acts. */
const decisionMs = 30 * dayMs;

export function runAgain(context: FulfilmentContext): Promise<void> {
  return postponeJob(context, { delayMs: secondMs, attempts: 0 });
}

/** The current registrar decides; the next question is a matter of the sweep. */
export async function awaitRegistrar(
  context: FulfilmentContext,
  work: TransferWork,
  wait: {
    readonly until: number | null;
    /** Why the registry does not cancel the request. */
    readonly cancelRefusal?: string;
  },
): Promise<true> {
  const { until, cancelRefusal } = wait;
  return conclude(context, work, {
    decide({ transfer, domain, at }) {
      const isNew = transfer.status !== 'waiting_for_losing_registrar';
      const waiting = {
        status: 'waiting_for_losing_registrar',
        reason: waitingReason(until, cancelRefusal),
        action: null,
        isCancelling: false,
        until,
        updatedAt: isNew || cancelRefusal !== undefined ? at : transfer.updatedAt,
      } as const;
      const dueAt = nextQuestionAt(work, { at, until });
      const fact = {
        kind: 'domain.transfer_waiting',
        domain: domain.name,
        transferId: transfer.id,
        ...(until === null ? {} : { until: isoTime(until) }),
      } as const;
      return {
        rows: [
          update(transfersIn, { id: transfer.id }, waiting),
          update(domains, { id: domain.id }, { dueAt }),
        ],
        facts: isNew ? [jobFact(context, domain, { at, fact })] : [],
      };
    },
  });
}

function waitingReason(until: number | null, cancelRefusal: string | undefined): string {
  const waiting =
    until === null
      ? 'The current registrar can deny the transfer.'
      : `The current registrar can deny the transfer until ${formatDay(until)}. After that, it completes.`;
  if (cancelRefusal === undefined) return waiting;
  return `${waiting} The registry didn't cancel it: ${cancelRefusal}`;
}

function nextQuestionAt(
  { requests }: TransferWork,
  { at, until }: { readonly at: number; readonly until: number | null },
): number {
  const waitedMs = at - (requests.at(-1)?.sentAt ?? at);
  const askAt = at + Math.min(askMs.max, Math.max(askMs.min, Math.round(waitedMs / 4)));
  return until === null || until <= at ? askAt : Math.min(askAt, until);
}

/** An accepted request that the registry does not show now, or an action that was not taken yet. */
export async function keepWaiting(context: FulfilmentContext, work: TransferWork): Promise<true> {
  const { transfer, requests } = work;
  const now = await context.calendarNow(context.database);
  if (transfer.status === 'action_required') {
    const { until } = transfer;
    if (until !== null && now >= until) {
      return endWithoutDomain(context, work, {
        failure: `The transfer timed out. It was waiting for this: ${transfer.action}`,
      });
    }
    return conclude(context, work, {
      decide: ({ domain }) => ({ rows: [update(domains, { id: domain.id }, { dueAt: until })] }),
    });
  }
  const decidedAt = transfer.until ?? (requests.at(-1)?.sentAt ?? now) + decisionMs;
  if (now > decidedAt + unseenMs) {
    const failure = 'The registry accepted the request and no longer reports it.';
    return endWithoutDomain(context, work, { failure });
  }
  return awaitRegistrar(context, work, { until: transfer.until });
}

/** The registry has refused the request for a reason that its owner can remove. */
export async function requireAction(
  context: FulfilmentContext,
  work: TransferWork,
  refusal: {
    readonly reason: string;
    readonly action: string;
    readonly actionMs?: number;
    readonly sendId: string;
  },
): Promise<void> {
  const { reason, action, sendId, actionMs = usualActionMs } = refusal;
  await conclude(
    context,
    { ...work, refusedSendId: sendId },
    {
      load: (reader) => loadRecipient(reader, work.domain),
      decide({ transfer, domain, at }, recipient) {
        const until = at + actionMs;
        const { id: transferId } = transfer;
        const { id, workspaceId, name } = domain;
        const set = { status: 'action_required', reason, action, until, updatedAt: at } as const;
        const needed = { workspaceId, name, transferId, reason, action, until, changeId: sendId };
        const notice = transferNeedsAction(context.links, needed);
        const kind = 'domain.transfer_action_required';
        const fact = { kind, domain: name, transferId, reason, action } as const;
        return {
          rows: [
            update(transfersIn, { id: transferId }, set),
            update(domains, { id }, { dueAt: until }),
          ],
          mails: [mailTo({ workspaceId, recipient, at, notice })],
          facts: [jobFact(context, domain, { at, fact })],
        };
      },
    },
  );
}

/** Refunds in full. `failure` is null when its owner has cancelled it. */
export async function endWithoutDomain(
  context: FulfilmentContext,
  work: TransferWork,
  end: { readonly failure: string | null; readonly sendId?: string },
): Promise<true> {
  const { termId } = work.transfer;
  return conclude(
    context,
    { ...work, refusedSendId: end.sendId },
    {
      load: (reader) =>
        Promise.all([
          reader.first(findPaidTerm, { id: termId }),
          loadRecipient(reader, work.domain),
        ]),
      decide({ transfer, domain, at }, [term, recipient]) {
        if (term === undefined) throw new Error(`${transfer.id} has no term.`);
        return endedTransfer({
          transfer,
          domain,
          term,
          recipient,
          failure: end.failure,
          at,
          actor: systemActor(domain.workspaceId, context.job.kind),
          operationId: newId('act'),
          links: context.links,
        });
      },
    },
  );
}
