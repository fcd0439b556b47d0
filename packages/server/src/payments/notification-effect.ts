/**
 * Decides the effect of an event on a top-up. Events may be repeated, arrive out of order, or
 * belong to a session whose creation reply was lost. A received payment is
 * credited once; everything inconsistent is described for the operator. Pure.
 */
import { formatCredits } from '../base/money.ts';
import type { TopUp } from '../storage/tables/credits/top-ups.ts';
import {
  type PaymentNotification,
  type ReversalNotification,
  type SessionNotification,
  topUpCurrency,
} from './payment-method.ts';

export interface NotificationEffect {
  readonly kind: 'pay' | 'fail' | 'expire' | 'none';
  /** A problem for the operator to check. */
  readonly problem: string | null;
}

export type AffectedTopUp = Pick<TopUp, 'id' | 'provider' | 'state' | 'amountCents' | 'sessionId'>;

const noEffect: NotificationEffect = { kind: 'none', problem: null };

export function notificationEffect(
  event: PaymentNotification,
  topUp: AffectedTopUp | undefined,
): NotificationEffect {
  if (event.kind === 'reversal') return reversalEffect(event, topUp);
  if (event.outcome === 'paid') return paymentEffect(event, topUp);
  if (event.outcome === 'pending' || topUp?.state !== 'created') return noEffect;
  // The end of an abandoned attempt does not affect the attempt that replaced it.
  if (topUp.sessionId !== null && topUp.sessionId !== event.session.id) return noEffect;
  return { kind: event.outcome === 'failed' ? 'fail' : 'expire', problem: null };
}

function paymentEffect(
  { session }: SessionNotification,
  topUp: AffectedTopUp | undefined,
): NotificationEffect {
  const paid = `${amount(session.amountCents)} ${(session.currency ?? '?').toUpperCase()}`;
  if (topUp?.provider !== 'stripe') {
    return problem(`${paid} were paid in ${session.id} for an unknown top-up.`);
  }
  if (session.amountCents !== topUp.amountCents || session.currency !== topUpCurrency) {
    return problem(
      `${paid} were paid in ${session.id} for ${topUp.id}, which asks for ${amount(topUp.amountCents)} USD. Nothing was credited.`,
    );
  }
  if (topUp.state !== 'paid') return { kind: 'pay', problem: null };
  if (topUp.sessionId === session.id) return noEffect;
  return problem(
    `${topUp.id} was paid a second time, ${paid} in ${session.id}. It was credited once.`,
  );
}

function reversalEffect(
  event: ReversalNotification,
  topUp: AffectedTopUp | undefined,
): NotificationEffect {
  const what = `${amount(event.amountCents)} USD of payment ${event.paymentRef ?? '?'} were ${event.outcome}`;
  if (topUp === undefined) return problem(`${what}; no top-up has this payment.`);
  return problem(`${what} (${topUp.id}). Credits stay until an operator removes them.`);
}

function problem(text: string): NotificationEffect {
  return { kind: 'none', problem: text };
}

function amount(cents: number | null): string {
  return cents === null ? '?' : formatCredits(cents);
}
