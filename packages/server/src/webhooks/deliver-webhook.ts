/**
 * Delivers the events of one webhook. Each attempt is journaled before it is sent, together with the
 * time of the next one; its result is written with the change that plans the next attempts. An
 * ordered webhook has one event under way, and the next one waits until that is accepted.
 */
import { dayMs, minuteMs, secondMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../base/clock.ts';
import type { RandomSource } from '../base/random.ts';
import type { SecretBox } from '../base/secret-box.ts';
import { webhookHeaders } from '../base/webhook-signature.ts';
import { type Change, combine, noChange } from '../changes/change.ts';
import type { Decided } from '../changes/persist.ts';
import { eventView } from '../events/event-view.ts';
import { bindHandlers, type JobContext, type JobHandler, payloadOf } from '../jobs/job-handler.ts';
import { LeaseLost, loadLease } from '../jobs/lease.ts';
import { ended, persistJob, postponed, postponeJob } from '../jobs/persist-job.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import { findEvent } from '../storage/queries/events/events.ts';
import { findFirstMember } from '../storage/queries/people/members.ts';
import { findWebhook, lockWebhook } from '../storage/queries/webhooks/webhooks.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces/workspaces.ts';
import { type RowWrite, update, updateAll } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { statementOfOne } from '../storage/statements.ts';
import {
  type WebhookDelivery,
  webhookDeliveries,
} from '../storage/tables/webhooks/webhook-deliveries.ts';
import { type Webhook, webhooks } from '../storage/tables/webhooks/webhooks.ts';
import { isSuspended } from '../workspaces/suspension.ts';
import type { DeliveryPlaces } from './delivery-places.ts';
import { pauseWebhook } from './pause-webhook.ts';
import { loadBacklog, planDeliveries } from './plan-deliveries.ts';
import { type Posted, postEvent } from './post-event.ts';
import { attemptsMax, retryDelayMs } from './retry-delay.ts';
import { type WebhookJob, webhookJobKind } from './webhook-jobs.ts';
import { targetHost, type WebhookTargets } from './webhook-target.ts';

export interface WebhookServices {
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly random: RandomSource;
  readonly secrets: SecretBox;
  readonly targets: WebhookTargets;
  readonly links: NoticeLinks;
  readonly places: DeliveryPlaces;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  /** For one request; 15 seconds unless a test says otherwise. */
  readonly limitMs?: number;
  calendarNow(reader: HostmasterReader): Promise<number>;
}

type WebhookContext = WebhookServices & JobContext;

export function webhookJobs(services: WebhookServices): ReadonlyMap<string, JobHandler> {
  return bindHandlers({ [webhookJobKind]: deliverWebhook }, services);
}

/** Then the job goes to the end of the line, so that many webhooks share the workers. */
const turnMs = 10 * secondMs;
/** A webhook that has accepted nothing for this long is paused. */
const pauseAfterMs = 3 * dayMs;

/** How long deliveries of a suspended workspace wait until it is looked at again. */
const suspendedMs = minuteMs;

interface Attempt {
  readonly delivery: WebhookDelivery;
  readonly attempts: number;
  readonly attemptedAt: number;
  readonly webhook: Webhook;
}

interface Ended extends Attempt {
  readonly posted: Posted;
  /** Its event is no longer kept, so nothing was sent. */
  readonly isGone: boolean;
}

async function deliverWebhook(context: WebhookContext): Promise<void> {
  const { webhookId, workspaceId } = payloadOf<WebhookJob>(context.job);
  const host = await hostOf(context);
  const account = await accountOf(context, workspaceId);
  const leave = context.places.enter({ workspace: workspaceId, account, host });
  if (typeof leave === 'number') {
    await postponeJob(context, { delayMs: leave, attempts: 0 });
    return;
  }
  const endsAt = performance.now() + turnMs;
  let endedAttempts: readonly Ended[] = [];
  try {
    for (;;) {
      const results = endedAttempts;
      const isSlow = context.places.isSlow(host);
      const hasEnded = isSlow && results.length > 0;
      const isTurnOver = context.stopping.aborted || hasEnded || performance.now() >= endsAt;
      const turn = { webhookId, workspaceId, results, isTurnOver, isSlow };
      const attempts = await advance(context, turn);
      if (attempts.length === 0) return;
      await context.holdLease();
      const sent = await Promise.all(attempts.map((attempt) => send(context, attempt)));
      endedAttempts = sent.filter((each) => each !== null);
      for (const { posted } of endedAttempts) context.places.note(host, posted);
    }
  } finally {
    leave();
  }
}

/** Empty when the webhook is gone, which the job finds out under its lock. */
async function hostOf({ database, job }: WebhookContext): Promise<string> {
  const { webhookId: id, workspaceId } = payloadOf<WebhookJob>(job);
  const webhook = await database.first(findWebhook, { workspaceId, id });
  return webhook === undefined ? '' : targetHost(webhook.url);
}

/** The first user of the workspace; a workspace without users stands for itself. */
async function accountOf({ database }: WebhookContext, workspaceId: string): Promise<string> {
  const owner = await database.first(findFirstMember, { workspaceId });
  return owner?.id ?? workspaceId;
}

/** Records what came of the attempts and journals the next ones. None when the job has ended or waits. */
function advance(
  context: WebhookContext,
  turn: {
    readonly webhookId: string;
    readonly workspaceId: string;
    readonly results: readonly Ended[];
    readonly isTurnOver: boolean;
    /** A slow target gets one request at a time. */
    readonly isSlow: boolean;
  },
): Promise<readonly Attempt[]> {
  const { webhookId, workspaceId, results, isTurnOver, isSlow } = turn;
  const now = context.clock.now();
  return persistJob(context, {
    keys: [`webhook ${webhookId}`],
    owner: workspaceId,
    async load(reader) {
      const webhook = await reader.first(lockWebhook, { id: webhookId });
      if (webhook === undefined) return null;
      const [isSuspendedNow, at, workspace, backlog, leftMs = 0] = await Promise.all([
        isSuspended(reader, workspaceId),
        context.calendarNow(reader),
        reader.first(findWorkspaceEmail, { id: workspaceId }),
        loadBacklog(reader, webhook, results.length),
        loadLease(reader, context.job),
      ]);
      const recipient = workspace?.email ?? null;
      return { webhook, isSuspendedNow, at, recipient, backlog, leftMs };
    },
    decide(loaded): Decided<readonly Attempt[]> {
      if (loaded === null) return { answer: [], change: ended(context) };
      const { at, recipient, backlog, leftMs } = loaded;
      const { webhook, change } = settle(context, loaded.webhook, { results, now, at, recipient });
      if (webhook === null) return { answer: [], change: ended(context, change) };
      if (loaded.isSuspendedNow) {
        return { answer: [], change: putBack(context, suspendedMs, change) };
      }
      if (isTurnOver) return { answer: [], change: putBack(context, 0, change) };
      const pending = afterAttempts(backlog.pending, results);
      const { plan, rows } = planDeliveries(webhook, { ...backlog, pending }, now);
      const planned = combine(change, { rows });
      if (plan.due.length === 0) {
        if (plan.nextAt === null) return { answer: [], change: ended(context, planned) };
        const delayMs = Math.max(0, plan.nextAt - now);
        return { answer: [], change: putBack(context, delayMs, planned) };
      }
      if (leftMs <= 0) throw new LeaseLost(context.job.id);
      const due = isSlow ? plan.due.slice(0, 1) : plan.due;
      const attempts = due.map((delivery) => {
        return { delivery, webhook, attempts: delivery.attempts + 1, attemptedAt: now };
      });
      return { answer: attempts, change: combine(planned, journal(context, attempts)) };
    },
  });
}

/** What came of the attempts. `webhook` is null when it is paused. */
function settle(
  context: WebhookContext,
  webhook: Webhook,
  facts: {
    readonly results: readonly Ended[];
    readonly now: number;
    /** Calendar time. */
    readonly at: number;
    readonly recipient: string | null;
  },
): { readonly webhook: Webhook | null; readonly change: Change } {
  const { results, now, at, recipient } = facts;
  const endedRows = results.map((result) => endRow(result));
  if (webhook.state !== 'active') return { webhook: null, change: { rows: endedRows } };
  if (results.length === 0) return { webhook, change: noChange };
  const sent = results.filter(({ isGone }) => !isGone);
  const isAccepted = sent.some(({ posted }) => posted.problem === null);
  const isFailing = !isAccepted && sent.length > 0;
  const failingSince = isAccepted ? null : (webhook.failingSince ?? (isFailing ? now : null));
  const rows =
    failingSince === webhook.failingSince
      ? endedRows
      : [...endedRows, update(webhooks, { id: webhook.id }, { failingSince })];
  const reason = reasonToPause(webhook, { sent, failingSince, now });
  if (reason === null) return { webhook: { ...webhook, failingSince }, change: { rows } };
  const { links } = context;
  const paused = pauseWebhook({ webhook, reason, at, recipient, links });
  return { webhook: null, change: combine({ rows }, paused) };
}

/** Only of the attempt that was begun last: a repetition may have been asked for meanwhile. */
function endRow(result: Ended): RowWrite {
  const { delivery, attempts, attemptedAt, posted } = result;
  return updateAll(
    webhookDeliveries,
    { id: delivery.id, attempts, attemptedAt },
    {
      state: stateAfter(result),
      durationMs: posted.durationMs,
      status: posted.status,
      answer: posted.answer,
      problem: posted.problem,
    },
  );
}

/** An ordered webhook is paused instead of giving up an event. */
function stateAfter({ posted, isGone, attempts, webhook }: Ended): WebhookDelivery['state'] {
  const isLast = isGone || (attempts >= attemptsMax && !webhook.ordered);
  return posted.problem === null ? 'delivered' : isLast ? 'failed' : 'pending';
}

/** Those that the attempts leave pending. */
function afterAttempts(
  pending: readonly WebhookDelivery[],
  results: readonly Ended[],
): readonly WebhookDelivery[] {
  const done = results.filter((result) => stateAfter(result) !== 'pending');
  return pending.filter(
    ({ id, attempts, attemptedAt }) =>
      !done.some(
        (each) =>
          each.delivery.id === id && each.attempts === attempts && each.attemptedAt === attemptedAt,
      ),
  );
}

function reasonToPause(
  { ordered }: Webhook,
  facts: {
    readonly sent: readonly Ended[];
    readonly failingSince: number | null;
    readonly now: number;
  },
): string | null {
  const { sent, failingSince, now } = facts;
  const gone = sent.find(({ posted }) => posted.status === 410);
  if (gone !== undefined) return 'It answered 410 Gone.';
  if (failingSince === null) return null;
  const failed = sent.find(({ posted }) => posted.problem !== null);
  const isExhausted = ordered && sent.some(({ attempts }) => attempts >= attemptsMax);
  if (!isExhausted && now - failingSince < pauseAfterMs) return null;
  return `It has accepted no event for days. The last problem: ${failed?.posted.problem ?? ''}`;
}

/** Before the requests are sent: a crash leaves the time of the next attempt. The lease begins again. */
function journal({ job, random }: WebhookContext, attempts: readonly Attempt[]): Change {
  const { id, token, leaseMs } = job;
  const begun = attempts.map(({ delivery, webhook, attempts: count, attemptedAt }) =>
    update(
      webhookDeliveries,
      { id: delivery.id },
      {
        attempts: count,
        attemptedAt,
        nextAt: attemptedAt + (retryDelayMs(count, random) ?? 0),
        url: webhook.url,
        durationMs: null,
        status: null,
        answer: null,
        problem: null,
      },
    ),
  );
  return { rows: [statementOfOne('extendLease', { id, token, leaseMs }), ...begun] };
}

/** Null when the service stops: the attempt is made again. */
async function send(context: WebhookContext, attempt: Attempt): Promise<Ended | null> {
  const { delivery, webhook, attemptedAt } = attempt;
  const body = await bodyOf(context, attempt);
  if (body === null) {
    const posted = { status: null, answer: null, problem: eventGone, durationMs: 0 };
    return { ...attempt, posted, isGone: true };
  }
  const headers = webhookHeaders(
    { id: delivery.eventId, timestampSeconds: Math.floor(attemptedAt / 1_000), body },
    secretsOf(context, webhook),
  );
  const { limitMs, stopping } = context;
  const posted = await postEvent(context.targets, {
    url: webhook.url,
    headers,
    body,
    stopping,
    ...(limitMs === undefined ? {} : { limitMs }),
  });
  const isCut = stopping.aborted && posted.status === null;
  return isCut ? null : { ...attempt, posted, isGone: false };
}

const eventGone = 'The event is no longer kept.';

async function bodyOf(
  { database }: WebhookContext,
  { delivery, webhook }: Attempt,
): Promise<string | null> {
  if (delivery.testEvent !== null) return JSON.stringify(delivery.testEvent);
  const { workspaceId } = webhook;
  const event = await database.first(findEvent, { workspaceId, seq: delivery.seq ?? 0 });
  return event === undefined ? null : JSON.stringify(eventView(event));
}

/** During a rotation both sign. */
function secretsOf({ secrets, clock }: WebhookContext, webhook: Webhook): readonly string[] {
  const { secret, previousSecret, previousUntil } = webhook;
  const isRotating = previousSecret !== null && (previousUntil ?? 0) > clock.now();
  return [secret, ...(isRotating ? [previousSecret] : [])].map((sealed) => secrets.open(sealed));
}

function putBack(context: WebhookContext, delayMs: number, change: Change): Change {
  return postponed(context, { delayMs, attempts: 0 }, change);
}
