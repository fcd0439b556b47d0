/** Whether a workspace has done something at all. */
import { sql } from 'kysely';
import { query } from '../schema.ts';

export const findAnyKey = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('api_keys')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('revoked_at', 'is', null)
    .limit(1),
);

export const findAnyRecord = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .innerJoin('records', 'records.domain_id', 'domains.id')
    .select('records.id')
    .where('domains.workspace_id', '=', p.workspaceId)
    .where(sql<boolean>`domains.visible = 1`)
    .limit(1),
);
