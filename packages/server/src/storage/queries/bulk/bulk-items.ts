/** The domains of bulk operations. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { type BulkItem, bulkItems } from '../../tables/bulk/bulk-items.ts';

export const lockBulkItem = query<{ bulkId: string; position: number }>('one')(
  ({ db, p, dialect }) =>
    db
      .selectFrom('bulk_items')
      .select(bulkItems.select())
      .where('bulk_id', '=', p.bulkId)
      .where('position', '=', p.position)
      .modifyEnd(dialect.lockRows),
).decodedBy(bulkItems);

export const listBulkItems = query<{ bulkId: string; after: number; limit: number }>({
  page: 1_000,
})(({ db, p }) =>
  db
    .selectFrom('bulk_items')
    .select(bulkItems.select())
    .where('bulk_id', '=', p.bulkId)
    .where('position', '>', p.after)
    .orderBy('position')
    .limit(p.limit),
).decodedBy(bulkItems);

export const listBulkItemsIn = query<{
  bulkId: string;
  state: BulkItem['state'];
  after: number;
  limit: number;
}>({ page: 1_000 })(({ db, p }) =>
  db
    .selectFrom('bulk_items')
    .select(bulkItems.select())
    .where('bulk_id', '=', p.bulkId)
    .where('state', '=', p.state)
    .where('position', '>', p.after)
    .orderBy('position')
    .limit(p.limit),
).decodedBy(bulkItems);

/** What failed in an earlier round. */
export const listFailedBefore = query<{ bulkId: string; round: number; limit: number }>({
  page: 100,
})(({ db, p }) =>
  db
    .selectFrom('bulk_items')
    .select(bulkItems.select())
    .where('bulk_id', '=', p.bulkId)
    .where('state', '=', 'failed')
    .where('round', '<', p.round)
    .orderBy('position')
    .limit(p.limit),
).decodedBy(bulkItems);

/** By state, and whether that is of an earlier round: how many, and their prices together. */
export const countBulkItems = query<{ bulkId: string; round: number }>({
  atMost: 6,
  because: 'an item has one of three states',
})(({ db, p }) =>
  db
    .selectFrom('bulk_items')
    .select((eb) => [
      'state',
      sql<number>`case when round < ${p.round} then 1 else 0 end`.as('isEarlier'),
      eb.fn.countAll<number>().as('count'),
      sql<number>`sum(price_cents)`.as('priceCents'),
    ])
    .where('bulk_id', '=', p.bulkId)
    .groupBy(['state', 'isEarlier']),
);

/** The domains whose operations were carried out last. */
export const listLatestDone = query<{ bulkId: string; limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('bulk_items')
    .select(['domain', 'position'])
    .where('bulk_id', '=', p.bulkId)
    .where('operation_id', 'is not', null)
    .orderBy('operation_id', 'desc')
    .limit(p.limit),
);
