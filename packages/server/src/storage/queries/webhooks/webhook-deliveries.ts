/** Deliveries of events to webhooks. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { webhookDeliveries } from '../../tables/webhooks/webhook-deliveries.ts';

/** Those of these events. */
export const listDeliveriesOf = query<{ webhookId: string; eventIds: readonly string[] }>({
  forEach: 'eventIds',
  max: 1_000,
})(({ db, p, dialect }) =>
  db
    .selectFrom('webhook_deliveries')
    .select(webhookDeliveries.select())
    .where('webhook_id', '=', p.webhookId)
    .where(dialect.inList(sql.ref('event_id'), p.eventIds)),
).decodedBy(webhookDeliveries);

/** Those of tests and single repetitions first, then by number. */
export const listPending = query<{ webhookId: string; limit: number }>({ page: 200 })(({ db, p }) =>
  db
    .selectFrom('webhook_deliveries')
    .select(webhookDeliveries.select())
    .where('webhook_id', '=', p.webhookId)
    .where(sql<boolean>`state = 'pending'`)
    .orderBy('prompt', 'desc')
    .orderBy('seq')
    .limit(p.limit),
).decodedBy(webhookDeliveries);

export const listDeliveries = query<{ webhookId: string; before: string; limit: number }>({
  page: 100,
})(({ db, p }) =>
  db
    .selectFrom('webhook_deliveries')
    .select(webhookDeliveries.select())
    .where('webhook_id', '=', p.webhookId)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
).decodedBy(webhookDeliveries);
