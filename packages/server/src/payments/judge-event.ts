/**
 * Decides the effect of an event on a top-up. Events may be repeated, arrive out of order, or
 * belong to a session that we do not know because its reply was lost. A received payment is
 * credited once; everything inconsistent is described for the operator. Pure.
 */
import { formatCredits } from '../base/money.ts';
import type { TopUp } from '../storage/tables/top-ups.ts';
import {
  type PaymentEvent,
  type ReversalEvent,
  type SessionEvent,
  topUpCurrency,
} from './payment-means.ts';

export interface Verdict {
  readonly effect: 'pay' | 'fail' | 'expire' | 'none';
  /** A problem for the operator to check. */
  readonly problem: string | null;
}

export type JudgedTopUp = Pick<TopUp, 'id' | 'provider' | 'state' | 'amountCents' | 'sessionId'>;

const nothing: Verdict = { effect: 'none', problem: null };

export function judgeEvent(event: PaymentEvent, topUp: JudgedTopUp | undefined): Verdict {
  if (event.kind === 'reversal') return judgeReversal(event, topUp);
  if (event.news === 'paid') return judgePayment(event, topUp);
  if (event.news === 'nothing' || topUp?.state !== 'created') return nothing;
  // The end of an abandoned attempt does not affect the attempt that replaced it.
  if (topUp.sessionId !== null && topUp.sessionId !== event.session.id) return nothing;
  return { effect: event.news === 'failed' ? 'fail' : 'expire', problem: null };
}

function judgePayment({ session }: SessionEvent, topUp: JudgedTopUp | undefined): Verdict {
  const paid = `${amount(session.amountCents)} ${(session.currency ?? '?').toUpperCase()}`;
  if (topUp?.provider !== 'stripe') {
    return problem(`${paid} were paid in ${session.id} for a top-up that is not known here.`);
  }
  if (session.amountCents !== topUp.amountCents || session.currency !== topUpCurrency) {
    return problem(
      `${paid} were paid in ${session.id} for ${topUp.id}, which asks for ${amount(topUp.amountCents)} USD. Nothing was credited.`,
    );
  }
  if (topUp.state !== 'paid') return { effect: 'pay', problem: null };
  if (topUp.sessionId === session.id) return nothing;
  return problem(
    `${topUp.id} was paid a second time, ${paid} in ${session.id}. It was credited once.`,
  );
}

function judgeReversal(event: ReversalEvent, topUp: JudgedTopUp | undefined): Verdict {
  const what = `${amount(event.amountCents)} USD of payment ${event.paymentRef ?? '?'} were ${event.news}`;
  if (topUp === undefined) return problem(`${what}; no top-up is known for it.`);
  return problem(`${what} (${topUp.id}). Credits stay until an operator removes them.`);
}

function problem(text: string): Verdict {
  return { effect: 'none', problem: text };
}

function amount(cents: number | null): string {
  return cents === null ? '?' : formatCredits(cents);
}
