/** How customers can pay here, and what a provider with a payment page of its own has to offer. */

/** Credits are US dollars. */
export const topUpCurrency = 'usd';

export type PaymentMeans =
  /** No card payments; the operator adds credits by command. */
  | { readonly provider: 'none' }
  /** The customer decides how a payment ends. */
  | { readonly provider: 'sandbox' }
  | { readonly provider: 'stripe'; readonly checkout: Checkout };

export interface Checkout {
  /**
   * Opens the payment page of an order. The same order and attempt lead to the same session however
   * often they are sent, so a reply that never came is settled by sending again.
   */
  open(order: CheckoutOrder): Promise<CheckoutSession>;
  find(sessionId: string): Promise<CheckoutSession>;
}

export interface CheckoutOrder {
  readonly topUpId: string;
  readonly attempt: number;
  readonly amountCents: number;
  /** Where the customer comes back to, having paid or not. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface CheckoutSession {
  readonly id: string;
  /** Null once nothing can be paid any more. */
  readonly url: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  /** A complete session is unpaid while a bank takes its time. */
  readonly isPaid: boolean;
  readonly amountCents: number | null;
  readonly currency: string | null;
  /** What we gave it as ours. */
  readonly topUpId: string | null;
  readonly paymentRef: string | null;
}

/** No usable answer. After one that says no, the same attempt would get the same answer again. */
export class CheckoutUnavailable extends Error {
  override readonly name = 'CheckoutUnavailable';
  readonly isRefusal: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isRefusal: boolean }) {
    super(message, options);
    this.isRefusal = options.isRefusal;
  }
}

/** What a provider tells us unasked, or when asked, about one payment. */
export type PaymentEvent = SessionEvent | ReversalEvent;

export interface SessionEvent {
  readonly kind: 'session';
  readonly id: string;
  readonly type: string;
  /** What it says has happened; `nothing` while a payment is still on its way. */
  readonly news: 'paid' | 'failed' | 'expired' | 'nothing';
  readonly session: CheckoutSession;
}

/** Money that went back, or that the customer's bank wants back. */
export interface ReversalEvent {
  readonly kind: 'reversal';
  readonly id: string;
  readonly type: string;
  readonly news: 'refunded' | 'disputed';
  readonly paymentRef: string | null;
  readonly amountCents: number;
}
