/** Selects the payment method from the configuration. */
import type { Logger } from 'pino';
import { openStripeCheckout } from '../adapters/stripe/stripe-checkout.ts';
import type { Config } from '../config/config.ts';
import type { PaymentMethod } from '../payments/payment-method.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import { calendarNow, type Stores } from './open-stores.ts';

export function openPayments(
  config: Config,
  { stop, ...parts }: Pick<Stores, 'database' | 'clock' | 'stop'> & { readonly log: Logger },
): PaymentServices {
  return {
    ...parts,
    method: paymentMethodOf(config, stop.overdue),
    links: { publicUrl: config.publicUrl },
    seller: config.seller,
    calendarNow: (reader) => calendarNow(reader, parts.clock),
  };
}

/** Stripe where it is set up; otherwise test payments in the sandbox, and none in production. */
function paymentMethodOf(config: Config, stopping: AbortSignal): PaymentMethod {
  if (config.stripe !== null) {
    return { provider: 'stripe', checkout: openStripeCheckout({ ...config.stripe, stopping }) };
  }
  return { provider: config.mode === 'sandbox' ? 'sandbox' : 'none' };
}
