/** TSIG keys that change records by DNS UPDATE. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { updateKeys } from '../../tables/keys/update-keys.ts';

/** One query per UPDATE: the key, its workspace, the creator's role and the calendar's offset. */
export const findStoredUpdateKey = query<{ name: string }>('one')(({ db, p }) =>
  db
    .selectFrom('tsig_keys')
    .innerJoin('calendar', (join) => join.on('calendar.id', '=', 1))
    .select(updateKeys.select())
    .innerJoin('workspaces', 'workspaces.id', 'tsig_keys.workspace_id')
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'tsig_keys.created_by')
        .onRef('members.workspace_id', '=', 'tsig_keys.workspace_id'),
    )
    .select(['calendar.offset_ms as calendarOffsetMs', 'workspaces.suspended_at as suspendedAt'])
    .select(['members.role as creatorRole', 'members.domain_names as creatorDomains'])
    .where('tsig_keys.name', '=', p.name),
).decodedBy(updateKeys);

/** Keys that have expired without an event about it. */
export const listExpiredUpdateKeys = query<{ now: number; limit: number }>({ page: 100 })(
  ({ db, p }) =>
    db
      .selectFrom('tsig_keys')
      .select('name')
      .where('expires_at', 'is not', null)
      .where('expires_at', '<=', p.now)
      .where('revoked_at', 'is', null)
      .where('expiry_noted_at', 'is', null)
      .orderBy('expires_at')
      .orderBy('name')
      .limit(p.limit),
);

export const listStoredUpdateKeys = query<{
  workspaceId: string;
  lastCreatedAt: number;
  lastName: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('tsig_keys')
    .leftJoin('users', 'users.id', 'tsig_keys.created_by')
    .select(
      updateKeys.select(
        'name',
        'domainName',
        'namePattern',
        'types',
        'algorithm',
        'createdAt',
        'expiresAt',
        'revokedAt',
        'lastUsedAt',
        'mayTransfer',
        'allDomains',
        'moreDomains',
        'createdBy',
      ),
    )
    .select('users.name as creator')
    .where('tsig_keys.workspace_id', '=', p.workspaceId)
    .where(
      sql<boolean>`(tsig_keys.created_at, tsig_keys.name) > (${p.lastCreatedAt}, ${p.lastName})`,
    )
    .orderBy('tsig_keys.created_at')
    .orderBy('tsig_keys.name')
    .limit(p.limit),
)
  .decodedBy(updateKeys)
  .by({ lastCreatedAt: 0, lastName: '' }, ({ name, createdAt }) => ({
    lastCreatedAt: createdAt,
    lastName: name,
  }));

/** Keys that a user created in a workspace and that are not revoked. */
export const listUpdateKeysBy = query<{
  workspaceId: string;
  userId: string;
  after: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('tsig_keys')
    .select(
      updateKeys.select(
        'name',
        'domainName',
        'moreDomains',
        'allDomains',
        'expiresAt',
        'revokedAt',
      ),
    )
    .where('workspace_id', '=', p.workspaceId)
    .where('created_by', '=', p.userId)
    .where('revoked_at', 'is', null)
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
)
  .decodedBy(updateKeys)
  .by({ after: '' }, ({ name }) => ({ after: name }));
