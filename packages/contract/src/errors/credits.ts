/** Credits, prices and top-ups. */
import type { ErrorDefinition } from './shape.ts';

export const creditErrors = {
  invalid_signature: {
    status: 400,
    meaning: 'A webhook lacks the signature of the payment provider, or it is too old.',
    remedy:
      "Compare `STRIPE_WEBHOOK_SECRET` with the webhook in Stripe's dashboard, and check the server's clock.",
  },
  insufficient_credits: {
    status: 402,
    meaning: 'The balance is too low; `required` and `balance` say by how much.',
    remedy: 'Top up (`hostmaster credits add`) and send again.',
  },
  top_up_not_found: {
    status: 404,
    meaning: 'The workspace has no top-up with this id.',
    remedy: 'Start a new top-up.',
  },
  receipt_not_found: {
    status: 404,
    meaning: 'The workspace has no receipt with this number.',
    remedy: 'Read the list of receipts; each paid top-up has one.',
  },
  price_changed: {
    status: 409,
    meaning: 'The price is higher than `maxCredits`; `required` is the current price.',
    remedy:
      'Confirm the new price, then send the request with a higher `maxCredits`. Nothing was debited.',
  },
  spending_cap: {
    status: 409,
    meaning:
      'The key or the member would spend more than its cap in this calendar month (UTC); `required` is the price and `remaining` what is left of the cap. Nothing was debited.',
    remedy:
      'Raise the cap in the dashboard, under API tokens or Members, or wait for the next month. No key can change a cap.',
  },
  top_up_settled: {
    status: 409,
    meaning: 'The payment is already settled.',
    remedy: 'Check the statement; start a new top-up if you need more credits.',
  },
  payments_off: {
    status: 409,
    meaning: 'Card payments are not available here; the operator adds credits.',
    remedy: 'Ask the operator, who adds them with `hostmaster credits add`.',
  },
  payments_unavailable: {
    status: 503,
    meaning: 'The payment provider did not answer. Nothing was charged.',
    remedy: 'Try again with the same `Idempotency-Key`: it is the same payment.',
  },
} as const satisfies Record<string, ErrorDefinition>;
