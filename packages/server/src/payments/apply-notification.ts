/**
 * Applies a notification of the payment provider. Its id is stored in the same change as its
 * effect, so a repeated or concurrent delivery has no second effect.
 */
import { newId } from '../base/ids.ts';
import { centsToCredits } from '../base/money.ts';
import { type Change, combine, noChange } from '../changes/change.ts';
import { type Decided, persist } from '../changes/persist.ts';
import {
  findPaymentNotification,
  lockTopUp,
  lockTopUpOfPayment,
} from '../storage/queries/credits/top-ups.ts';
import { insert } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { paymentNotifications } from '../storage/tables/credits/payment-notifications.ts';
import type { TopUp } from '../storage/tables/credits/top-ups.ts';
import { systemActor } from '../workspaces/actor.ts';
import { type NotificationEffect, notificationEffect } from './notification-effect.ts';
import type { PaymentNotification } from './payment-method.ts';
import type { PaymentServices } from './payment-services.ts';
import { receiptsKey } from './receipts.ts';
import { loadSettlement, type SettlementFacts, settlePaid, settleUnpaid } from './settle-top-up.ts';

export async function applyNotification(
  services: PaymentServices,
  event: PaymentNotification,
): Promise<void> {
  const { database, clock, log } = services;
  const problem = await persist(database, {
    keys: [`payment event ${event.id}`, receiptsKey],
    owner: '',
    commit: 'alone',
    async load(reader) {
      const topUp = await lockSubject(reader, event);
      const [stored, facts] = await Promise.all([
        reader.first(findPaymentNotification, { id: event.id }),
        topUp === undefined ? undefined : loadSettlement(reader, services, topUp),
      ]);
      return { topUp, facts, isStored: stored !== undefined };
    },
    decide({ topUp, facts, isStored }): Decided<string | null> {
      if (isStored) return { answer: null, change: noChange };
      const effect = notificationEffect(event, topUp);
      const row = insert(paymentNotifications, {
        id: event.id,
        provider: 'stripe',
        type: event.type,
        topUpId: topUp?.id ?? null,
        receivedAt: clock.now(),
        problem: effect.problem,
        details: detailsOf(event),
      });
      const applied =
        topUp === undefined || facts === undefined
          ? noChange
          : applyEffect(services, { event, topUp, effect, facts });
      return { answer: effect.problem, change: combine({ rows: [row] }, applied) };
    },
  });
  if (problem !== null)
    log.error({ event: event.id, type: event.type, problem }, 'payment problem');
}

async function lockSubject(
  reader: HostmasterReader,
  event: PaymentNotification,
): Promise<TopUp | undefined> {
  if (event.kind === 'session') {
    const { topUpId } = event.session;
    return topUpId === null ? undefined : reader.first(lockTopUp, { id: topUpId });
  }
  const { paymentRef } = event;
  return paymentRef === null ? undefined : reader.first(lockTopUpOfPayment, { paymentRef });
}

function applyEffect(
  services: PaymentServices,
  {
    event,
    topUp,
    effect,
    facts,
  }: {
    readonly event: PaymentNotification;
    readonly topUp: TopUp;
    readonly effect: NotificationEffect;
    readonly facts: SettlementFacts;
  },
): Change {
  const actor = systemActor(topUp.workspaceId, 'payments');
  if (event.kind === 'reversal') {
    const fact = {
      kind: `credits.payment_${event.outcome}`,
      topUpId: topUp.id,
      credits: centsToCredits(event.amountCents),
    } as const;
    return { facts: [{ id: newId('act'), at: facts.at, actor, fact }] };
  }
  const { id: sessionId, paymentRef } = event.session;
  switch (effect.kind) {
    case 'pay':
      return settlePaid(services, { topUp, actor, facts, sessionId, paymentRef });
    case 'fail':
      return settleUnpaid(services, { topUp, actor, facts, state: 'failed' });
    case 'expire':
      return settleUnpaid(services, { topUp, actor, facts, state: 'expired' });
    default:
      return noChange;
  }
}

/** Stores facts about the payment only; personal data of the payer stays with Stripe. */
function detailsOf(event: PaymentNotification): Readonly<Record<string, unknown>> {
  if (event.kind === 'reversal') {
    return { payment: event.paymentRef, amountCents: event.amountCents };
  }
  const { url: _, ...session } = event.session;
  return session;
}
