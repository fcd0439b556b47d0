/** Bulk operations of workspaces, and the names that they have not planned yet. */
import { type QueryContext, query } from '../../schema.ts';
import { bulkAuthCodes } from '../../tables/bulk/bulk-auth-codes.ts';
import { bulkOperations } from '../../tables/bulk/bulk-operations.ts';
import { bulkParts } from '../../tables/bulk/bulk-parts.ts';

const found = ({ db, p }: QueryContext<{ id: string }>) =>
  db.selectFrom('bulk_operations').select(bulkOperations.select()).where('id', '=', p.id);

export const findBulk = query<{ id: string }>('one')((context) => found(context)).decodedBy(
  bulkOperations,
);

export const lockBulk = query<{ id: string }>('one')((context) =>
  found(context).modifyEnd(context.dialect.lockRows),
).decodedBy(bulkOperations);

/** Newest first. */
export const listBulks = query<{ workspaceId: string; before: string; limit: number }>({
  page: 1_000,
})(({ db, p }) =>
  db
    .selectFrom('bulk_operations')
    .select(bulkOperations.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
).decodedBy(bulkOperations);

/** The one to work on next: plans first, which people wait for, then the oldest. */
export const findActiveBulk = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('bulk_operations')
    .select(bulkOperations.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('state', 'in', ['planning', 'running'])
    .orderBy('state')
    .orderBy('id')
    .limit(1),
).decodedBy(bulkOperations);

export const findFirstPart = query<{ bulkId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('bulk_parts')
    .select(bulkParts.select())
    .where('bulk_id', '=', p.bulkId)
    .orderBy('part')
    .limit(1),
).decodedBy(bulkParts);

/** The auth codes of the names of one part. */
export const findAuthCodes = query<{ bulkId: string; part: number }>('one')(({ db, p }) =>
  db
    .selectFrom('bulk_auth_codes')
    .select(bulkAuthCodes.select())
    .where('bulk_id', '=', p.bulkId)
    .where('part', '=', p.part),
).decodedBy(bulkAuthCodes);
