/** Top-ups and their payment events. A top-up is locked before an event is applied. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { paymentNotifications } from '../../tables/credits/payment-notifications.ts';
import { topUps } from '../../tables/credits/top-ups.ts';

export const findTopUp = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('top_ups').select(topUps.select()).where('id', '=', p.id),
);

export const lockTopUp = query<{ id: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('top_ups')
    .select(topUps.select())
    .where('id', '=', p.id)
    .modifyEnd(dialect.lockRows),
);

export const lockTopUpOfPayment = query<{ paymentRef: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('top_ups')
    .select(topUps.select())
    .where('payment_ref', '=', p.paymentRef)
    .orderBy('id')
    .limit(1)
    .modifyEnd(dialect.lockRows),
);

/** Undecided ones, oldest first. There are few at any time. */
export const listUndecided = query<{ after: string; limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('top_ups')
    .select(topUps.select())
    .where(sql<boolean>`state = 'created'`)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

export const findPaymentNotification = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('payment_events').select(paymentNotifications.select()).where('id', '=', p.id),
).decodedBy(paymentNotifications);

/** Events with a problem for the operator, newest first. */
export const listPaymentProblems = query<{ limit: number }>({ page: 1_000 })(({ db, p }) =>
  db
    .selectFrom('payment_events')
    .select(paymentNotifications.select())
    .where('problem', 'is not', null)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(p.limit),
).decodedBy(paymentNotifications);

/** Any paid top-up of a workspace. */
export const findPaidTopUp = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('top_ups')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where(sql<boolean>`state = 'paid'`)
    .limit(1),
);
