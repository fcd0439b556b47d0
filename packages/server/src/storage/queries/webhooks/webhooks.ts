/** Webhooks of workspaces. */
import { sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { webhooks } from '../../tables/webhooks/webhooks.ts';

export const listWebhooks = query<{ workspaceId: string; after: string; limit: number }>({
  page: 100,
})(({ db, p }) =>
  db
    .selectFrom('webhooks')
    .select(webhooks.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).decodedBy(webhooks);

export const listWebhookIds = query<{ workspaceId: string; after: string; limit: number }>({
  page: 100,
})(({ db, p }) =>
  db
    .selectFrom('webhooks')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

export const listWebhooksBy = query<{
  workspaceId: string;
  userId: string;
  after: string;
  limit: number;
}>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('webhooks')
    .select(webhooks.select('id', 'url'))
    .where('workspace_id', '=', p.workspaceId)
    .where('created_by', '=', p.userId)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

export const findWebhook = query<{ workspaceId: string; id: string }>('one')(({ db, p }) =>
  db
    .selectFrom('webhooks')
    .select(webhooks.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '=', p.id),
).decodedBy(webhooks);

/** Who changes a webhook or its deliveries, or ends its job, holds this lock. */
export const lockWebhook = query<{ id: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('webhooks')
    .select(webhooks.select())
    .where('id', '=', p.id)
    .modifyEnd(dialect.lockRows),
).decodedBy(webhooks);

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
    .where(
      sql<boolean>`not exists (select 1 from workspaces where workspaces.id = webhooks.workspace_id
        and workspaces.suspended_at is not null)`,
    )
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

export const listIdleWebhooks = query<{ limit: number }>({ page: 100 })((context) =>
  idle(context).limit(context.p.limit),
);

export const listIdleWebhooksOf = query<{ workspaceIds: readonly string[]; limit: number }>({
  page: 100,
})((context) =>
  idle(context)
    .where(context.dialect.inList(sql.ref('webhooks.workspace_id'), context.p.workspaceIds))
    .limit(context.p.limit),
);
