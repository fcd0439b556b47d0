/** Receipts of top-ups, their numbers, and the billing details of workspaces. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { billingDetails } from '../../tables/credits/billing-details.ts';
import { receiptSeries } from '../../tables/credits/receipt-series.ts';
import { receipts } from '../../tables/credits/receipts.ts';
import { topUps } from '../../tables/credits/top-ups.ts';

/** Locked after the top-up and the balance, so that settlements lock rows in the same order. */
export const lockReceiptSeries = query<object>('one')(({ db, dialect }) =>
  db
    .selectFrom('receipt_series')
    .select(receiptSeries.select())
    .where('id', '=', 1)
    .modifyEnd(dialect.lockRows),
);

export const findReceipt = query<{ workspaceId: string; number: number }>('one')(({ db, p }) =>
  db
    .selectFrom('receipts')
    .select(receipts.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('number', '=', p.number),
).decodedBy(receipts);

/** The newest first. */
export const listReceipts = query<{ workspaceId: string; before: number; limit: number }>({
  page: 100,
})(({ db, p }) =>
  db
    .selectFrom('receipts')
    .select(receipts.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('number', '<', p.before)
    .orderBy('number', 'desc')
    .limit(p.limit),
).decodedBy(receipts);

export const findBillingDetails = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('billing_details')
    .select(billingDetails.select())
    .where('workspace_id', '=', p.workspaceId),
).decodedBy(billingDetails);

/** Numbers are unique and begin with 1: without gaps, these three are the same. */
export const sumReceipts = query<object>('one')(({ db }) =>
  db
    .selectFrom('receipt_series')
    .select('last_number as lastNumber')
    .select((of) => [
      of
        .selectFrom('receipts')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .as('count'),
      of
        .selectFrom('receipts')
        .select((eb) => eb.fn.max<number | null>('number').as('highest'))
        .as('highest'),
    ])
    .where('id', '=', 1),
);

/** Paid top-ups that an earlier version settled, in the order of their payment. */
export const listWithoutReceipt = query<{ limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('top_ups')
    .select(topUps.select('id', 'workspaceId'))
    .where(sql<boolean>`state = 'paid'`)
    .where('receipt_number', 'is', null)
    .orderBy('settled_at')
    .orderBy('id')
    .limit(p.limit),
);
