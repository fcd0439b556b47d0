/** Test payments: in the sandbox the customer chooses whether a payment succeeds. */
import { Refusal } from '../base/errors.ts';
import { lockTopUp } from '../storage/queries/top-ups.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Actor } from '../workspaces/actor.ts';
import { topUpNotFound } from './find-top-up.ts';
import type { PaymentServices } from './payment-services.ts';
import { settlePaid, settleUnpaid } from './settle-top-up.ts';

/** Repeating it changes nothing; another outcome is refused. */
export async function payTestTopUp(
  tx: HostmasterTx,
  services: PaymentServices,
  payment: {
    readonly id: string;
    readonly outcome: 'succeed' | 'fail';
    readonly actor: Actor;
    readonly activityId: string;
  },
): Promise<void> {
  const { actor, activityId } = payment;
  const topUp = await tx.first(lockTopUp, { id: payment.id });
  const isTestPayment = services.method.provider === 'sandbox' && topUp?.provider === 'sandbox';
  if (topUp?.workspaceId !== actor.workspaceId || !isTestPayment) throw topUpNotFound();
  const state = payment.outcome === 'succeed' ? 'paid' : 'failed';
  if (topUp.state === state) return;
  if (topUp.state !== 'created') {
    throw new Refusal('top_up_settled', `This payment has already ended: it is ${topUp.state}.`);
  }
  const settlement = { topUp, actor, activityId };
  if (state === 'failed') {
    await settleUnpaid(tx, services, { ...settlement, state });
    return;
  }
  await settlePaid(tx, services, { ...settlement, sessionId: null, paymentRef: null });
}
