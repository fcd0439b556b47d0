/** Reads a top-up. While it is unpaid, queries the provider at most every two seconds. */
import type { TopUp } from '../storage/tables/credits/top-ups.ts';
import { askProvider } from './ask-provider.ts';
import { requireTopUp } from './find-top-up.ts';
import { CheckoutUnavailable } from './payment-method.ts';
import type { PaymentServices } from './payment-services.ts';

/** After a payment the page polls more often than the provider should be queried. */
const askEveryMs = 2_000;

export async function refreshTopUp(
  services: PaymentServices,
  wanted: { readonly id: string; readonly workspaceId: string },
): Promise<TopUp> {
  const topUp = await requireTopUp(services.database, wanted);
  if (topUp.state !== 'created' || services.clock.now() - topUp.askedAt < askEveryMs) return topUp;
  try {
    await askProvider(services, topUp);
  } catch (error) {
    if (!(error instanceof CheckoutUnavailable)) throw error;
    // Without an answer nothing changes; the top-up watch queries again.
    services.log.warn({ err: error, topUp: topUp.id }, 'the payment provider did not answer');
  }
  return requireTopUp(services.database, wanted);
}
