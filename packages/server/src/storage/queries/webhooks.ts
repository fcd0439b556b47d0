/** Webhooks of workspaces. */
import { sql } from 'kysely';
import { type QueryContext, query } from '../schema.ts';
import { type Webhook, webhooks } from '../tables/webhooks.ts';

export const insertWebhook = query<Webhook>()(({ db, p }) =>
  db.insertInto('webhooks').values(webhooks.values(p)),
);

export const listWebhooks = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('webhooks')
    .select(webhooks.select())
    .where('workspace_id', '=', p.workspaceId)
    .orderBy('id'),
).decodedBy(webhooks);

export const findWebhook = query<{ workspaceId: string; id: string }>()(({ db, p }) =>
  db
    .selectFrom('webhooks')
    .select(webhooks.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
).decodedBy(webhooks);

/** Who changes a webhook or its deliveries, or ends its job, holds this lock. */
export const lockWebhook = query<{ id: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('webhooks')
    .select(webhooks.select())
    .where('id', '=', p.id)
    .modifyEnd(dialect.lockRows),
).decodedBy(webhooks);

export const updateWebhook = query<
  Pick<Webhook, 'id' | 'url' | 'types' | 'ordered' | 'state' | 'pauseReason' | 'failingSince'>
>()(({ db, p }) =>
  db
    .updateTable('webhooks')
    .set(
      webhooks.set({
        url: p.url,
        types: p.types,
        ordered: p.ordered,
        state: p.state,
        pauseReason: p.pauseReason,
        failingSince: p.failingSince,
      }),
    )
    .where('id', '=', p.id),
);

export const deleteWebhook = query<{ id: string }>()(({ db, p }) =>
  db.deleteFrom('webhooks').where('id', '=', p.id),
);

/** By the clock of the store: every process agrees when the secret before ends. */
export const rotateSecret = query<{ id: string; secret: string; bothMs: number }>()(
  ({ db, p, dialect }) =>
    db
      .updateTable('webhooks')
      .set({
        secret: p.secret,
        previous_secret: sql.ref('secret'),
        previous_until: sql<number>`${dialect.nowMs} + cast(${p.bothMs} as bigint)`,
      })
      .where('id', '=', p.id),
);

export const setPosition = query<{ id: string; position: number }>()(({ db, p }) =>
  db.updateTable('webhooks').set({ position: p.position }).where('id', '=', p.id),
);

export const setFailingSince = query<{ id: string; failingSince: number | null }>()(({ db, p }) =>
  db.updateTable('webhooks').set({ failing_since: p.failingSince }).where('id', '=', p.id),
);

/**
 * Active webhooks with events to deliver and without a job that will do so. A job that waits for a
 * retry holds up an ordered webhook, but not one that takes events in any order.
 */
const idle = ({ db, dialect }: Pick<QueryContext<object>, 'db' | 'dialect'>) =>
  db
    .selectFrom('webhooks')
    .innerJoin('event_streams', 'event_streams.workspace_id', 'webhooks.workspace_id')
    .select(webhooks.select('id', 'workspaceId'))
    .where('webhooks.state', '=', 'active')
    .whereRef('webhooks.position', '<', 'event_streams.last_seq')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .where('jobs.lane', '=', sql<string>`'webhook:' || webhooks.id`)
            .where(
              sql<boolean>`(webhooks.ordered = 1 or jobs.lease_until > ${dialect.nowMs} or jobs.run_at <= ${dialect.nowMs})`,
            ),
        ),
      ),
    );

export const listIdleWebhooks = query<{ limit: number }>()((context) =>
  idle(context).limit(context.p.limit),
);

export const listIdleWebhooksOf = query<{ workspaceIds: readonly string[]; limit: number }>()(
  (context) =>
    idle(context)
      .where(context.dialect.inList(sql.ref('webhooks.workspace_id'), context.p.workspaceIds))
      .limit(context.p.limit),
);
