/**
 * Delivers the events of one webhook. Each attempt is journaled before it is sent, together with the
 * time of the next one; its result is written in the transaction that plans the next attempts. An
 * ordered webhook has one event under way, and the next one waits until that is accepted.
 */
import { dayMs, secondMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../base/clock.ts';
import type { RandomSource } from '../base/random.ts';
import type { SecretBox } from '../base/secret-box.ts';
import { eventView } from '../events/event-view.ts';
import { bindHandlers, type JobContext, type JobHandler, payloadOf } from '../jobs/handler.ts';
import { finishJob, postponeJob, renewLease } from '../jobs/queue.ts';
import type { NoticeLinks } from '../mail/notices.ts';
import { findEvent } from '../storage/queries/events.ts';
import { listMembers } from '../storage/queries/members.ts';
import { beginAttempt, endAttempt } from '../storage/queries/webhook-deliveries.ts';
import { findWebhook, lockWebhook, setFailingSince } from '../storage/queries/webhooks.ts';
import { command } from '../storage/query.ts';
import type { HostmasterDatabase, HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import type { WebhookDelivery } from '../storage/tables/webhook-deliveries.ts';
import type { Webhook } from '../storage/tables/webhooks.ts';
import type { DeliveryPlaces } from './delivery-places.ts';
import { pauseWebhook } from './pause-webhook.ts';
import { planDeliveries } from './plan-deliveries.ts';
import { type Posted, postEvent } from './post-event.ts';
import { attemptsMax, retryDelayMs } from './retry-delay.ts';
import { webhookHeaders } from './signature.ts';
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
    await context.database.transaction((tx) => postpone(tx, context, leave));
    return;
  }
  const endsAt = performance.now() + turnMs;
  let ended: readonly Ended[] = [];
  try {
    for (;;) {
      const results = ended;
      const isSlow = results.length > 0 && context.places.isSlow(host);
      const isTurnOver = context.stopping.aborted || isSlow || performance.now() >= endsAt;
      const attempts = await context.database.transaction(async (tx) => {
        const webhook = await settle(tx, context, { webhookId, results });
        if (webhook === null) return finish(tx, context);
        if (isTurnOver) return postpone(tx, context, 0);
        return begin(tx, context, webhook);
      });
      if (attempts.length === 0) return;
      await context.holdLease();
      const sent = await Promise.all(attempts.map((attempt) => send(context, attempt)));
      ended = sent.filter((each) => each !== null);
      for (const { posted } of ended) context.places.note(host, posted);
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
  const [owner] = await database.all(listMembers, { workspaceId });
  return owner?.id ?? workspaceId;
}

/** Records what came of the attempts. Null when the webhook is gone or paused. */
async function settle(
  tx: HostmasterTx,
  context: WebhookContext,
  { webhookId, results }: { readonly webhookId: string; readonly results: readonly Ended[] },
): Promise<Webhook | null> {
  const webhook = await tx.first(lockWebhook, { id: webhookId });
  if (webhook === undefined) return null;
  const now = context.clock.now();
  await tx.batch(results.map((result) => endCommand(result)));
  if (webhook.state !== 'active') return null;
  if (results.length === 0) return webhook;
  const sent = results.filter(({ isGone }) => !isGone);
  const isAccepted = sent.some(({ posted }) => posted.problem === null);
  const isFailing = !isAccepted && sent.length > 0;
  const failingSince = isAccepted ? null : (webhook.failingSince ?? (isFailing ? now : null));
  if (failingSince !== webhook.failingSince) {
    await tx.run(setFailingSince, { id: webhookId, failingSince });
  }
  const reason = reasonToPause(webhook, { sent, failingSince, now });
  if (reason === null) return { ...webhook, failingSince };
  const at = await context.calendarNow(tx);
  await pauseWebhook(tx, { webhook, reason, at, links: context.links });
  return null;
}

/** An ordered webhook is paused instead of giving up an event. */
function endCommand({ delivery, attempts, attemptedAt, webhook, posted, isGone }: Ended) {
  const isLast = isGone || (attempts >= attemptsMax && !webhook.ordered);
  return command(endAttempt, {
    id: delivery.id,
    attempts,
    attemptedAt,
    state: posted.problem === null ? 'delivered' : isLast ? 'failed' : 'pending',
    durationMs: posted.durationMs,
    status: posted.status,
    answer: posted.answer,
    problem: posted.problem,
  });
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

/** Journals the next attempts. None when the job has ended or waits. */
async function begin(
  tx: HostmasterTx,
  context: WebhookContext,
  webhook: Webhook,
): Promise<readonly Attempt[]> {
  const now = context.clock.now();
  const { due: allDue, nextAt } = await planDeliveries(tx, webhook, now);
  const isSlow = context.places.isSlow(targetHost(webhook.url));
  const due = isSlow ? allDue.slice(0, 1) : allDue;
  if (due.length === 0) {
    if (nextAt === null) return finish(tx, context);
    return postpone(tx, context, Math.max(0, nextAt - now));
  }
  await renewLease(tx, context.job);
  const attempts = due.map((delivery) => {
    return { delivery, webhook, attempts: delivery.attempts + 1, attemptedAt: now };
  });
  await tx.batch(
    attempts.map(({ delivery, attempts: count }) =>
      command(beginAttempt, {
        id: delivery.id,
        attempts: count,
        attemptedAt: now,
        nextAt: now + (retryDelayMs(count, context.random) ?? 0),
        url: webhook.url,
      }),
    ),
  );
  return attempts;
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

async function finish(tx: HostmasterTx, { job }: WebhookContext): Promise<readonly Attempt[]> {
  await finishJob(tx, job);
  return [];
}

async function postpone(
  tx: HostmasterTx,
  { job }: WebhookContext,
  delayMs: number,
): Promise<readonly Attempt[]> {
  await postponeJob(tx, job, { delayMs, attempts: 0 });
  return [];
}
