/** Why a secondary does not serve the newest version of a zone, in words. */
import type { SecondaryExchange } from '../../storage/tables/secondaries/secondary-exchanges.ts';

export type KnownExchange = Omit<SecondaryExchange, 'zone' | 'secondary'>;

export const noExchange: KnownExchange = {
  notifiedAt: null,
  notifyAnswer: null,
  askedAt: null,
  sentAt: null,
  sentSerial: null,
  failedAt: null,
  failure: null,
  sampledAt: null,
  sampleProblem: null,
};

export interface SecondaryState {
  readonly isCurrent: boolean;
  readonly zoneSerial: number;
  /** Null when nothing was exchanged yet. */
  readonly exchange: KnownExchange | null;
}

/** Null when it is up to date and its answers, where they were asked for, are right. */
export function explainSecondary(state: SecondaryState): string | null {
  const { exchange } = state;
  if (state.isCurrent) {
    const problem = exchange?.sampleProblem ?? null;
    return problem === null ? null : `has the newest serial, but ${problem}`;
  }
  if (exchange !== null && isAfter(exchange.failedAt, exchange.sentAt)) {
    return `transfer failed: ${exchange.failure}`;
  }
  if (exchange === null || exchange.notifiedAt === null) return 'was not notified yet';
  if (exchange.notifyAnswer === 'unanswered') return 'does not answer NOTIFY';
  if (exchange.sentSerial !== null && exchange.sentSerial >= state.zoneSerial) {
    return 'was sent the newest version, but does not serve it';
  }
  if (exchange.notifyAnswer === 'refused') {
    return 'refuses NOTIFY: it does not know the zone, or not this key or address';
  }
  if (!isAfter(exchange.askedAt, exchange.notifiedAt)) {
    return 'accepted NOTIFY, but has not asked for the transfer';
  }
  return 'is transferring';
}

function isAfter(a: number | null, b: number | null): boolean {
  return a !== null && (b === null || a >= b);
}
