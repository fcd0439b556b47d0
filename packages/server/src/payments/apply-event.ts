/**
 * Applies a payment event of the provider. The event's id is stored in the same transaction as its
 * effect, so a repeated or concurrent delivery has no second effect.
 */
import { newId } from '../base/ids.ts';
import { centsToCredits } from '../base/money.ts';
import {
  findPaymentEvent,
  insertPaymentEvent,
  lockTopUp,
  lockTopUpOfPayment,
} from '../storage/queries/top-ups.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { TopUp } from '../storage/tables/top-ups.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import { type EventEffect, eventEffect } from './event-effect.ts';
import type { PaymentEvent } from './payment-method.ts';
import type { PaymentServices } from './payment-services.ts';
import { settlePaid, settleUnpaid } from './settle-top-up.ts';

export async function applyEvent(services: PaymentServices, event: PaymentEvent): Promise<void> {
  const { database, clock, log } = services;
  const problem = await database.transaction(
    async (tx) => {
      const topUp = await lockSubject(tx, event);
      const effect = eventEffect(event, topUp);
      const isNew = await tx.run(insertPaymentEvent, {
        id: event.id,
        provider: 'stripe',
        type: event.type,
        topUpId: topUp?.id ?? null,
        receivedAt: clock.now(),
        problem: effect.problem,
        details: detailsOf(event),
      });
      if (isNew === 0) return null;
      if (topUp !== undefined) await applyEffect(tx, services, { event, topUp, effect });
      return effect.problem;
    },
    {
      committed: async () =>
        (await database.first(findPaymentEvent, { id: event.id })) !== undefined,
    },
  );
  if (problem !== null)
    log.error({ event: event.id, type: event.type, problem }, 'payment problem');
}

async function lockSubject(tx: HostmasterTx, event: PaymentEvent): Promise<TopUp | undefined> {
  if (event.kind === 'session') {
    const { topUpId } = event.session;
    return topUpId === null ? undefined : tx.first(lockTopUp, { id: topUpId });
  }
  const { paymentRef } = event;
  return paymentRef === null ? undefined : tx.first(lockTopUpOfPayment, { paymentRef });
}

async function applyEffect(
  tx: HostmasterTx,
  services: PaymentServices,
  {
    event,
    topUp,
    effect,
  }: { readonly event: PaymentEvent; readonly topUp: TopUp; readonly effect: EventEffect },
): Promise<void> {
  const actor = systemActor(topUp.workspaceId, 'payments');
  if (event.kind === 'reversal') {
    recordFact(tx, {
      id: newId('act'),
      at: await services.calendarNow(tx),
      actor,
      fact: {
        kind: `credits.payment_${event.outcome}`,
        topUpId: topUp.id,
        credits: centsToCredits(event.amountCents),
      },
    });
    return;
  }
  const { id: sessionId, paymentRef } = event.session;
  if (effect.kind === 'pay') {
    await settlePaid(tx, services, { topUp, actor, sessionId, paymentRef });
  }
  if (effect.kind === 'fail') {
    await settleUnpaid(tx, services, { topUp, actor, state: 'failed' });
  }
  if (effect.kind === 'expire') {
    await settleUnpaid(tx, services, { topUp, actor, state: 'expired' });
  }
}

/** Stores facts about the payment only; personal data of the payer stays with Stripe. */
function detailsOf(event: PaymentEvent): Readonly<Record<string, unknown>> {
  if (event.kind === 'reversal') {
    return { payment: event.paymentRef, amountCents: event.amountCents };
  }
  const { url: _, ...session } = event.session;
  return session;
}
