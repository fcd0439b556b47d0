/** TSIG keys that change records by DNS UPDATE. */
import { query } from '../../schema.ts';
import { updateKeys } from '../../tables/keys/update-keys.ts';

/** One query per UPDATE: the key, its workspace and the calendar's offset. */
export const findStoredUpdateKey = query<{ name: string }>()(({ db, p }) =>
  db
    .selectFrom('tsig_keys')
    .innerJoin('calendar', (join) => join.on('calendar.id', '=', 1))
    .select(updateKeys.select())
    .innerJoin('workspaces', 'workspaces.id', 'tsig_keys.workspace_id')
    .select(['calendar.offset_ms as calendarOffsetMs', 'workspaces.suspended_at as suspendedAt'])
    .where('tsig_keys.name', '=', p.name),
).decodedBy(updateKeys);

export const listStoredUpdateKeys = query<{ workspaceId: string }>()(({ db, p }) =>
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
      ),
    )
    .select('users.name as creator')
    .where('tsig_keys.workspace_id', '=', p.workspaceId)
    .orderBy('tsig_keys.created_at')
    .orderBy('tsig_keys.name'),
).decodedBy(updateKeys);

/** Keys that a user created in a workspace and that are not revoked. */
export const listUpdateKeysBy = query<{ workspaceId: string; userId: string }>()(({ db, p }) =>
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
    .orderBy('name'),
).decodedBy(updateKeys);
