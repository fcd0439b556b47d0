/** The available payment methods, and the port to a provider with a hosted payment page. */

/** Credits are US dollars. */
export const topUpCurrency = 'usd';

export type PaymentMethod =
  /** No card payments; the operator adds credits by command. */
  | { readonly provider: 'none' }
  /** Test payments: the customer chooses the outcome. */
  | { readonly provider: 'sandbox' }
  | { readonly provider: 'stripe'; readonly checkout: Checkout };

export interface Checkout {
  /**
   * Opens the payment page of an order. Idempotent: the same order and attempt return the same
   * session, so after a lost reply the request is sent again.
   */
  open(order: CheckoutOrder): Promise<CheckoutSession>;
  find(sessionId: string): Promise<CheckoutSession>;
}

export interface CheckoutOrder {
  readonly topUpId: string;
  readonly attempt: number;
  readonly amountCents: number;
  /** The URL to which the customer returns, paid or not. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface CheckoutSession {
  readonly id: string;
  /** Null when the session can no longer be paid. */
  readonly url: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  /** A complete session stays unpaid while the bank processes the payment. */
  readonly isPaid: boolean;
  readonly amountCents: number | null;
  readonly currency: string | null;
  /** Our own reference for the session. */
  readonly topUpId: string | null;
  readonly paymentRef: string | null;
}

/** No usable answer. After a refusal, the same attempt would be refused again. */
export class CheckoutUnavailable extends Error {
  override readonly name = 'CheckoutUnavailable';
  readonly isRefusal: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isRefusal: boolean }) {
    super(message, options);
    this.isRefusal = options.isRefusal;
  }
}

/** What the provider says about one payment, by a webhook or an answer. */
export type PaymentNotification = SessionNotification | ReversalNotification;

export interface SessionNotification {
  readonly kind: 'session';
  readonly id: string;
  readonly type: string;
  /** `pending` while the bank processes the payment. */
  readonly outcome: 'paid' | 'failed' | 'expired' | 'pending';
  readonly session: CheckoutSession;
}

/** A refund or a dispute (chargeback). */
export interface ReversalNotification {
  readonly kind: 'reversal';
  readonly id: string;
  readonly type: string;
  readonly outcome: 'refunded' | 'disputed';
  readonly paymentRef: string | null;
  readonly amountCents: number;
}
