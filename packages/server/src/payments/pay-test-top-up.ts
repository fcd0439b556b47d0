/** Test payments: in the sandbox the customer chooses whether a payment succeeds. */
import { Refusal } from '../base/errors.ts';
import { noChange } from '../changes/change.ts';
import { changeWork } from '../changes/persist.ts';
import { lockTopUp } from '../storage/queries/credits/top-ups.ts';
import type { Actor } from '../workspaces/actor.ts';
import { topUpNotFound } from './find-top-up.ts';
import type { PaymentServices } from './payment-services.ts';
import { receiptsKey } from './receipts.ts';
import { loadSettlement, settlePaid, settleUnpaid } from './settle-top-up.ts';

/** Repeating it changes nothing; another outcome is refused. */
export function payTestTopUp(
  services: PaymentServices,
  payment: {
    readonly id: string;
    readonly outcome: 'succeed' | 'fail';
    readonly actor: Actor;
    readonly activityId: string;
  },
) {
  const { actor, activityId } = payment;
  return changeWork({
    keys: [`workspace ${actor.workspaceId}`, receiptsKey],
    owner: actor.workspaceId,
    commit: 'alone',
    async load(reader) {
      const topUp = await reader.first(lockTopUp, { id: payment.id });
      const isTestPayment = services.method.provider === 'sandbox' && topUp?.provider === 'sandbox';
      if (topUp?.workspaceId !== actor.workspaceId || !isTestPayment) throw topUpNotFound();
      return { topUp, facts: await loadSettlement(reader, services, topUp) };
    },
    decide({ topUp, facts }) {
      const state = payment.outcome === 'succeed' ? 'paid' : 'failed';
      if (topUp.state === state) return { answer: null, change: noChange };
      if (topUp.state !== 'created') {
        throw new Refusal(
          'top_up_settled',
          `This payment has already ended: it is ${topUp.state}.`,
        );
      }
      const settlement = { topUp, actor, activityId, facts };
      const change =
        state === 'failed'
          ? settleUnpaid(services, { ...settlement, state })
          : settlePaid(services, { ...settlement, sessionId: null, paymentRef: null });
      return { answer: null, change };
    },
  });
}
