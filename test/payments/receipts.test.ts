/** Receipts of payments by card: with two processes at once, and for top-ups of an earlier version. */
import { query } from '@hostmaster/test-rig/any-query';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { topUp as entryOf } from '../../packages/server/src/ledger/ledger-entry.ts';
import { verifyLedger } from '../../packages/server/src/ledger/verify-ledger.ts';
import { applyNotification } from '../../packages/server/src/payments/apply-notification.ts';
import { issueMissingReceipts } from '../../packages/server/src/payments/issue-missing-receipts.ts';
import type { SessionNotification } from '../../packages/server/src/payments/payment-method.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { receipts } from '../../packages/server/src/storage/tables/credits/receipts.ts';
import { type TopUp, topUps } from '../../packages/server/src/storage/tables/credits/top-ups.ts';
import { type Customer, describeStripe, type StripeStage } from './stripe-stage.ts';

const listAll = query<object>()(({ db }) =>
  db.selectFrom('receipts').select(receipts.select()).orderBy('number'),
);

describeStripe('the receipts of payments by card', (stage) => {
  it('name the payment, and a refund neither changes nor removes one', async () => {
    const customer = await stage.customer();
    const topUp = await stage.topUp(customer, 5_000);
    const session = stage.stripe.pay(stage.stripe.sessionOf(topUp.id));
    await stage.deliver(stage.stripe.event('checkout.session.completed', session));
    const before = await stage.service.database.all(listAll, {});
    const { paymentRef, receiptNumber } = await stage.find(topUp.id);
    expect(before.at(-1)).toMatchObject({
      number: receiptNumber,
      topUpId: topUp.id,
      amountCents: 5_000,
      provider: 'stripe',
      paymentRef,
    });
    expect(paymentRef).toMatch(/^pi_/);
    await stage.deliver(
      stage.stripe.event('charge.refunded', {
        id: 'ch_1',
        payment_intent: paymentRef,
        amount_refunded: 5_000,
        currency: 'usd',
      }),
    );
    expect(await stage.actionsOf(customer)).toContain('credits.payment_refunded');
    expect(await stage.service.database.all(listAll, {})).toEqual(before);
  });

  it('are numbered without gaps by two processes that settle at once', async () => {
    const other = await openStores(stage.service.config);
    try {
      const customers = await Promise.all([1, 2, 3].map(() => stage.customer()));
      const paid = await Promise.all(
        [...customers, ...customers, ...customers, ...customers].map((customer) =>
          stage.topUp(customer, 1_000),
        ),
      );
      await Promise.all(
        paid.flatMap((topUp) =>
          // Both processes get the notification about the same payment.
          [stage.services, { ...stage.services, database: other.database }].map((services) =>
            applyNotification(services, paymentOf(stage, topUp)),
          ),
        ),
      );
      await expectNoGaps(stage);
      for (const customer of customers) expect(await stage.balanceOf(customer)).toBe(4_000);
    } finally {
      await other.close();
    }
  });

  it('follow for top-ups that an earlier version settled, in the order of payment, once', async () => {
    const customer = await stage.customer();
    const first = await settleAsBefore(stage, customer, { at: 2_000 });
    const second = await settleAsBefore(stage, customer, { at: 1_000 });
    const numberOf = async ({ id }: TopUp) => (await stage.find(id)).receiptNumber;
    expect([await numberOf(first), await numberOf(second)]).toEqual([null, null]);
    await Promise.all([issueMissingReceipts(stage.services), issueMissingReceipts(stage.services)]);
    await issueMissingReceipts(stage.services);
    await expectNoGaps(stage);
    const last = (await stage.service.database.all(listAll, {})).slice(-2);
    expect(last.map(({ topUpId, paidAt }) => [topUpId, paidAt])).toEqual([
      [second.id, 1_000],
      [first.id, 2_000],
    ]);
    expect([await numberOf(second), await numberOf(first)]).toEqual(
      last.map(({ number }) => number),
    );
  });
});

async function expectNoGaps(stage: StripeStage): Promise<void> {
  const numbers = (await stage.service.database.all(listAll, {})).map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(await verifyLedger(stage.service.database)).toMatchObject({ ok: true, problems: [] });
}

function paymentOf(stage: StripeStage, topUp: TopUp): SessionNotification {
  const { id } = stage.stripe.sessionOf(topUp.id);
  return {
    kind: 'session',
    id: `evt_${topUp.id}`,
    type: 'checkout.session.completed',
    outcome: 'paid',
    session: {
      id,
      url: null,
      status: 'complete',
      isPaid: true,
      amountCents: topUp.amountCents,
      currency: 'usd',
      topUpId: topUp.id,
      paymentRef: `pi_${topUp.id}`,
    },
  };
}

/** The version before this one wrote no receipt and knew no number. */
async function settleAsBefore(
  stage: StripeStage,
  customer: Customer,
  { at }: { readonly at: number },
): Promise<TopUp> {
  const topUp = await stage.topUp(customer, 2_000);
  const { id, workspaceId, amountCents } = topUp;
  const entry = entryOf({ workspaceId, amountCents, reason: `Top-up ${id}`, at });
  const paid = { state: 'paid', transferId: entry.id, settledAt: at } as const;
  await persistChange(stage.service.database, {
    ledger: [entry],
    termRows: [update(topUps, { id }, paid)],
  });
  return topUp;
}
