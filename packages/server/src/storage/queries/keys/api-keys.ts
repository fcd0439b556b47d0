/** API keys: found on every request, listed, revoked. */

import { asJson } from '@hostmaster/storage';
import { sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { apiKeys } from '../../tables/keys/api-keys.ts';

/** The key, its workspace, the creator's role and the calendar's offset. */
const identities = ({ db }: Pick<QueryContext<object>, 'db'>) =>
  db
    .selectFrom('api_keys')
    .innerJoin('calendar', (join) => join.on('calendar.id', '=', 1))
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'api_keys.created_by')
        .onRef('members.workspace_id', '=', 'api_keys.workspace_id'),
    )
    .select([
      ...apiKeys.select(
        'id',
        'workspaceId',
        'createdBy',
        'scope',
        'transfers',
        'readsAll',
        'domainNames',
        'expiresAt',
        'revokedAt',
      ),
      'calendar.offset_ms as calendarOffsetMs',
      'workspaces.suspended_at as suspendedAt',
      'members.role as creatorRole',
      'members.domain_names as creatorDomains',
    ]);

/** One query per request. */
export const findApiKeyByHash = query<{ hash: string }>('one')((context) =>
  identities(context).where('api_keys.hash', '=', context.p.hash),
).decodedBy(apiKeys);

/** For work that goes on after the request of the key. */
export const findApiKeyById = query<{ id: string }>('one')((context) =>
  identities(context).where('api_keys.id', '=', context.p.id),
).decodedBy(apiKeys);

export const lockApiKey = query<{ id: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('api_keys')
    .select(
      apiKeys.select(
        'id',
        'workspaceId',
        'name',
        'prefix',
        'expiresAt',
        'revokedAt',
        'expiryNotedAt',
        'createdBy',
      ),
    )
    .where('id', '=', p.id)
    .modifyEnd(dialect.lockRows),
);

/** Keys that have expired without an event about it. */
export const listExpiredApiKeys = query<{ now: number; limit: number }>({ page: 100 })(
  ({ db, p }) =>
    db
      .selectFrom('api_keys')
      .select('id')
      .where('expires_at', 'is not', null)
      .where('expires_at', '<=', p.now)
      .where('revoked_at', 'is', null)
      .where('expiry_noted_at', 'is', null)
      .orderBy('expires_at')
      .orderBy('id')
      .limit(p.limit),
);

export const listApiKeys = query<{ workspaceId: string; after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('api_keys')
    .leftJoin('users', 'users.id', 'api_keys.created_by')
    .select([
      ...apiKeys.select(
        'id',
        'name',
        'prefix',
        'scope',
        'transfers',
        'readsAll',
        'domainNames',
        'createdAt',
        'expiresAt',
        'revokedAt',
        'lastUsedAt',
        'createdBy',
      ),
      'users.name as creator',
    ])
    .where('api_keys.workspace_id', '=', p.workspaceId)
    .where('api_keys.id', '>', p.after)
    .orderBy('api_keys.id')
    .limit(p.limit),
)
  .decodedBy(apiKeys)
  .by({ after: '' }, ({ id }) => ({ after: id }));

/** Keys that a user created in a workspace and that are not revoked. */
export const listApiKeysBy = query<{
  workspaceId: string;
  userId: string;
  after: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('api_keys')
    .select(apiKeys.select('id', 'name', 'prefix', 'expiresAt', 'revokedAt'))
    .where('workspace_id', '=', p.workspaceId)
    .where('created_by', '=', p.userId)
    .where('revoked_at', 'is', null)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

/** A key of the workspace that is not revoked. */
/** A valid key that a member created: the first start and operators create keys too. */
export const findAnyApiKey = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('revoked_at', 'is', null)
    .where('created_by', 'is not', null)
    .limit(1),
);

export const findApiKeyNames = query<{ ids: readonly string[] }>({ forEach: 'ids', max: 1_000 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('api_keys')
      .select(['id', 'name'])
      .where(dialect.inList(sql.ref('id'), p.ids)),
);

/** Writes many last uses, times by key id, as one statement. */
export const setLastUses = query<{ lastUsedAtByKeyId: Readonly<Record<string, number>> }>()(
  ({ db, p, dialect }) => {
    const uses = asJson(p.lastUsedAtByKeyId);
    return dialect.engine === 'sqlite'
      ? db
          .updateTable('api_keys')
          .set({
            last_used_at: sql<number>`(select value from json_each(${uses}) where key = api_keys.id)`,
          })
          .where('id', 'in', sql<string>`(select key from json_each(${uses}))`)
      : db
          .updateTable('api_keys')
          .set({ last_used_at: sql<number>`cast(cast(${uses} as jsonb) ->> id as bigint)` })
          .where('id', 'in', sql<string>`(select jsonb_object_keys(cast(${uses} as jsonb)))`);
  },
);
