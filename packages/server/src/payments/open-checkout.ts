/**
 * Opens the payment page of a top-up. The row is stored before the provider is called. After a lost
 * reply the same attempt is sent again. After a refusal a new attempt starts, because the provider
 * repeats its answer to the old one for a day.
 */
import { Refusal } from '../base/errors.ts';
import { persistChange } from '../changes/persist.ts';
import { updateAll } from '../storage/row-write.ts';
import { type TopUp, topUps } from '../storage/tables/credits/top-ups.ts';
import { type Checkout, type CheckoutSession, CheckoutUnavailable } from './payment-method.ts';
import type { PaymentServices } from './payment-services.ts';

export async function openCheckout(services: PaymentServices, topUp: TopUp): Promise<string> {
  const { method, links } = services;
  const credits = `/dashboard/${topUp.workspaceId}/credits`;
  if (topUp.provider === 'sandbox') return `${credits}/pay/${topUp.id}`;
  if (topUp.payUrl !== null) return topUp.payUrl;
  if (method.provider !== 'stripe') throw paymentsOff();
  const session = await openSession(services, method.checkout, topUp, {
    successUrl: `${links.publicUrl}${credits}?topUp=${topUp.id}`,
    cancelUrl: `${links.publicUrl}${credits}`,
  });
  const { id: sessionId, url: payUrl } = session;
  // Paid or expired meanwhile: there is no page to open, and the credits page shows the result.
  if (payUrl === null) return `${credits}?topUp=${topUp.id}`;
  const { id, checkoutAttempt: attempt } = topUp;
  // The payment page of this attempt; a later attempt has its own.
  const opened = { id, checkoutAttempt: attempt, state: 'created' } as const;
  const rows = [updateAll(topUps, opened, { sessionId, payUrl })];
  await persistChange(services.database, { rows });
  return payUrl;
}

export function paymentsOff(): Refusal {
  return new Refusal(
    'payments_off',
    'Card payments are not available here. Ask the operator to add credits to your workspace.',
  );
}

async function openSession(
  services: PaymentServices,
  checkout: Checkout,
  topUp: TopUp,
  urls: { readonly successUrl: string; readonly cancelUrl: string },
): Promise<CheckoutSession> {
  const { id, checkoutAttempt: attempt, amountCents } = topUp;
  try {
    return await checkout.open({ topUpId: id, attempt, amountCents, ...urls });
  } catch (error) {
    if (!(error instanceof CheckoutUnavailable)) throw error;
    if (error.isRefusal) {
      const refused = { id, checkoutAttempt: attempt, sessionId: null };
      const rows = [updateAll(topUps, refused, { checkoutAttempt: attempt + 1 })];
      await persistChange(services.database, { rows });
    }
    throw new Refusal(
      'payments_unavailable',
      'The payment provider is not responding. You were not charged. Try again.',
      { cause: error },
    );
  }
}
