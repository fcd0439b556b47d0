/** Deliveries of events to webhooks. */
import { sql } from 'kysely';
import { query } from '../schema.ts';
import { type WebhookDelivery, webhookDeliveries } from '../tables/webhook-deliveries.ts';

/** A delivery that exists is begun again under its own id. */
export const startDelivery = query<
  Pick<
    WebhookDelivery,
    'id' | 'webhookId' | 'eventId' | 'eventType' | 'seq' | 'testEvent' | 'prompt'
  >
>()(({ db, p }) =>
  db
    .insertInto('webhook_deliveries')
    .values(
      webhookDeliveries.values({
        id: p.id,
        webhookId: p.webhookId,
        eventId: p.eventId,
        eventType: p.eventType,
        seq: p.seq,
        testEvent: p.testEvent,
        prompt: p.prompt,
        state: 'pending',
        attempts: 0,
        nextAt: 0,
        attemptedAt: null,
        durationMs: null,
        url: null,
        status: null,
        answer: null,
        problem: null,
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['webhook_id', 'event_id']).doUpdateSet((eb) => ({
        prompt: eb.ref('excluded.prompt'),
        state: 'pending',
        attempts: 0,
        next_at: 0,
      })),
    ),
);

/** Those of tests and single repetitions first, then by number. */
export const listPending = query<{ webhookId: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('webhook_deliveries')
    .select(webhookDeliveries.select())
    .where('webhook_id', '=', p.webhookId)
    .where(sql<boolean>`state = 'pending'`)
    .orderBy('prompt', 'desc')
    .orderBy('seq')
    .limit(p.limit),
).decodedBy(webhookDeliveries);

/** Journaled before the request is sent: a crash leaves the time of the next attempt. */
export const beginAttempt = query<
  Pick<WebhookDelivery, 'id' | 'attempts' | 'nextAt' | 'attemptedAt' | 'url'>
>()(({ db, p }) =>
  db
    .updateTable('webhook_deliveries')
    .set(
      webhookDeliveries.set({
        attempts: p.attempts,
        nextAt: p.nextAt,
        attemptedAt: p.attemptedAt,
        url: p.url,
        durationMs: null,
        status: null,
        answer: null,
        problem: null,
      }),
    )
    .where('id', '=', p.id),
);

/** Only the attempt that was begun last: a repetition may have been asked for meanwhile. */
export const endAttempt = query<
  Pick<
    WebhookDelivery,
    'id' | 'attemptedAt' | 'attempts' | 'state' | 'durationMs' | 'status' | 'answer' | 'problem'
  >
>()(({ db, p }) =>
  db
    .updateTable('webhook_deliveries')
    .set(
      webhookDeliveries.set({
        state: p.state,
        durationMs: p.durationMs,
        status: p.status,
        answer: p.answer,
        problem: p.problem,
      }),
    )
    .where('id', '=', p.id)
    .where('attempts', '=', p.attempts)
    .where('attempted_at', '=', p.attemptedAt),
);

/** All that wait become due, as if they had not been tried. */
export const retryPending = query<{ webhookId: string }>()(({ db, p }) =>
  db
    .updateTable('webhook_deliveries')
    .set({ next_at: 0, attempts: 0 })
    .where('webhook_id', '=', p.webhookId)
    .where(sql<boolean>`state = 'pending'`),
);

export const listDeliveries = query<{ webhookId: string; before: string; limit: number }>()(
  ({ db, p }) =>
    db
      .selectFrom('webhook_deliveries')
      .select(webhookDeliveries.select())
      .where('webhook_id', '=', p.webhookId)
      .where('id', '<', p.before)
      .orderBy('id', 'desc')
      .limit(p.limit),
).decodedBy(webhookDeliveries);

export const deleteDeliveries = query<{ webhookId: string }>()(({ db, p }) =>
  db.deleteFrom('webhook_deliveries').where('webhook_id', '=', p.webhookId),
);
