/** Top-ups and their payment events. A top-up is locked before an event is applied. */
import { sql } from 'kysely';
import { query } from '../schema.ts';
import { paymentEvents, type StoredPaymentEvent } from '../tables/payment-events.ts';
import { type TopUp, topUps } from '../tables/top-ups.ts';

export const insertTopUp = query<
  Pick<TopUp, 'id' | 'workspaceId' | 'requestedBy' | 'amountCents' | 'provider' | 'createdAt'>
>()(({ db, p }) =>
  db.insertInto('top_ups').values(
    topUps.values({
      id: p.id,
      workspaceId: p.workspaceId,
      requestedBy: p.requestedBy,
      amountCents: p.amountCents,
      provider: p.provider,
      state: 'created',
      checkoutAttempt: 1,
      sessionId: null,
      payUrl: null,
      paymentRef: null,
      transferId: null,
      createdAt: p.createdAt,
      askedAt: p.createdAt,
      settledAt: null,
    }),
  ),
);

export const findTopUp = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('top_ups').select(topUps.select()).where('id', '=', p.id),
);

export const lockTopUp = query<{ id: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('top_ups')
    .select(topUps.select())
    .where('id', '=', p.id)
    .modifyEnd(dialect.lockRows),
);

export const lockTopUpOfPayment = query<{ paymentRef: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('top_ups')
    .select(topUps.select())
    .where('payment_ref', '=', p.paymentRef)
    .orderBy('id')
    .limit(1)
    .modifyEnd(dialect.lockRows),
);

/** The payment page of this attempt; a later attempt has its own. */
export const setCheckout = query<{
  id: string;
  attempt: number;
  sessionId: string;
  payUrl: string;
}>()(({ db, p }) =>
  db
    .updateTable('top_ups')
    .set(topUps.set({ sessionId: p.sessionId, payUrl: p.payUrl }))
    .where('id', '=', p.id)
    .where('checkout_attempt', '=', p.attempt)
    .where('state', '=', 'created'),
);

export const beginNextAttempt = query<{ id: string; attempt: number; next: number }>()(
  ({ db, p }) =>
    db
      .updateTable('top_ups')
      .set(topUps.set({ checkoutAttempt: p.next }))
      .where('id', '=', p.id)
      .where('checkout_attempt', '=', p.attempt)
      .where('session_id', 'is', null),
);

/** `paid` is final; every other state may still change to `paid`. */
export const setPaid = query<{
  id: string;
  sessionId: string | null;
  paymentRef: string | null;
  transferId: string;
  settledAt: number;
}>()(({ db, p }) =>
  db
    .updateTable('top_ups')
    .set(
      topUps.set({
        state: 'paid',
        sessionId: p.sessionId,
        paymentRef: p.paymentRef,
        transferId: p.transferId,
        settledAt: p.settledAt,
      }),
    )
    .where('id', '=', p.id)
    .where('state', '<>', 'paid'),
);

export const setUnpaid = query<{
  id: string;
  state: 'failed' | 'expired';
  settledAt: number;
}>()(({ db, p }) =>
  db
    .updateTable('top_ups')
    .set(topUps.set({ state: p.state, settledAt: p.settledAt }))
    .where('id', '=', p.id)
    .where('state', '=', 'created'),
);

/** Undecided ones, oldest first. There are few at any time. */
export const listUndecided = query<{ after: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('top_ups')
    .select(topUps.select())
    .where(sql<boolean>`state = 'created'`)
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

/** Changes no row while another process queries the provider. */
export const setAskedAt = query<{ id: string; before: number; now: number }>()(({ db, p }) =>
  db
    .updateTable('top_ups')
    .set(topUps.set({ askedAt: p.now }))
    .where('id', '=', p.id)
    .where('state', '=', 'created')
    .where('asked_at', '=', p.before),
);

/** Changes no row when the event was stored before. */
export const insertPaymentEvent = query<StoredPaymentEvent>()(({ db, p }) =>
  db
    .insertInto('payment_events')
    .values(paymentEvents.values(p))
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

export const findPaymentEvent = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('payment_events').select(paymentEvents.select()).where('id', '=', p.id),
).decodedBy(paymentEvents);

/** Events with a problem for the operator, newest first. */
export const listPaymentProblems = query<{ limit: number }>()(({ db, p }) =>
  db
    .selectFrom('payment_events')
    .select(paymentEvents.select())
    .where('problem', 'is not', null)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(p.limit),
).decodedBy(paymentEvents);
