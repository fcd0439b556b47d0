/** Whether a workspace has done a step at least once. */
import { sql } from 'kysely';
import { query } from '../schema.ts';

export const findAnyRecord = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .innerJoin('records', 'records.domain_id', 'domains.id')
    .select('records.id')
    .where('domains.workspace_id', '=', p.workspaceId)
    .where(sql<boolean>`domains.visible = 1`)
    .limit(1),
);
