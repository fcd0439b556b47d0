/** Top-ups and what payment providers said about them. A top-up is locked before it is judged. */
import { type PaymentEventRow, query, type TopUpRow } from '../schema.ts';

export const insertTopUp = query<
  Pick<
    TopUpRow,
    'id' | 'workspace_id' | 'requested_by' | 'amount_cents' | 'provider' | 'created_at'
  >
>()(({ db, p }) =>
  db.insertInto('top_ups').values({
    id: p.id,
    workspace_id: p.workspace_id,
    requested_by: p.requested_by,
    amount_cents: p.amount_cents,
    provider: p.provider,
    state: 'created',
    checkout_attempt: 1,
    session_id: null,
    pay_url: null,
    payment_ref: null,
    transfer_id: null,
    created_at: p.created_at,
    asked_at: p.created_at,
    settled_at: null,
  }),
);

export const findTopUp = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('top_ups').selectAll().where('id', '=', p.id),
);

export const lockTopUp = query<{ id: string }>()(({ db, p, dialect }) =>
  db.selectFrom('top_ups').selectAll().where('id', '=', p.id).modifyEnd(dialect.lockRows),
);

export const lockTopUpOfPayment = query<{ paymentRef: string }>()(({ db, p, dialect }) =>
  db
    .selectFrom('top_ups')
    .selectAll()
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
    .set({ session_id: p.sessionId, pay_url: p.payUrl })
    .where('id', '=', p.id)
    .where('checkout_attempt', '=', p.attempt)
    .where('state', '=', 'created'),
);

export const beginNextAttempt = query<{ id: string; attempt: number; next: number }>()(
  ({ db, p }) =>
    db
      .updateTable('top_ups')
      .set({ checkout_attempt: p.next })
      .where('id', '=', p.id)
      .where('checkout_attempt', '=', p.attempt)
      .where('session_id', 'is', null),
);

/** Paid is for good; nothing else is, because money that came counts. */
export const setPaid = query<{
  id: string;
  sessionId: string | null;
  paymentRef: string | null;
  transferId: string;
  settledAt: number;
}>()(({ db, p }) =>
  db
    .updateTable('top_ups')
    .set({
      state: 'paid',
      session_id: p.sessionId,
      payment_ref: p.paymentRef,
      transfer_id: p.transferId,
      settled_at: p.settledAt,
    })
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
    .set({ state: p.state, settled_at: p.settledAt })
    .where('id', '=', p.id)
    .where('state', '=', 'created'),
);

/** Undecided ones, oldest first. There are few at any time. */
export const listUndecided = query<{ after: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('top_ups')
    .selectAll()
    .where('state', '=', 'created')
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
);

/** Touches no row when another process asks already. */
export const noteAsked = query<{ id: string; before: number; now: number }>()(({ db, p }) =>
  db
    .updateTable('top_ups')
    .set({ asked_at: p.now })
    .where('id', '=', p.id)
    .where('state', '=', 'created')
    .where('asked_at', '=', p.before),
);

/** Touches no row when the event came before. */
export const insertPaymentEvent = query<PaymentEventRow>()(({ db, p }) =>
  db
    .insertInto('payment_events')
    .values({
      id: p.id,
      provider: p.provider,
      type: p.type,
      top_up_id: p.top_up_id,
      received_at: p.received_at,
      problem: p.problem,
      details: p.details,
    })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

export const findPaymentEvent = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('payment_events').selectAll().where('id', '=', p.id),
);

/** What an operator should look at, newest first. */
export const listPaymentProblems = query<{ limit: number }>()(({ db, p }) =>
  db
    .selectFrom('payment_events')
    .selectAll()
    .where('problem', 'is not', null)
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .limit(p.limit),
);
