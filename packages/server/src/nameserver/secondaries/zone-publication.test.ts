import { describe, expect, it } from 'vitest';
import { explainSecondary, type KnownExchange, noExchange } from './zone-publication.ts';

const taken = { ...noExchange, notifiedAt: 10, notifyAnswer: 'taken' } as const;
const refused = { ...noExchange, notifiedAt: 10, notifyAnswer: 'refused' } as const;

describe('a secondary that is behind', () => {
  it.each<[KnownExchange | null, string]>([
    [null, 'was not notified yet'],
    [{ ...noExchange, failedAt: 12, failure: 'a reason' }, 'transfer failed: a reason'],
    [{ ...taken, notifyAnswer: 'unanswered' }, 'does not answer NOTIFY'],
    [
      refused,
      'refuses NOTIFY: it does not know the zone, this key or this address, or its clock differs',
    ],
    [taken, 'accepted NOTIFY, but has not asked for the transfer'],
    [{ ...taken, askedAt: 11 }, 'is transferring'],
    [{ ...taken, askedAt: 11, failedAt: 12, failure: 'a reason' }, 'transfer failed: a reason'],
    [
      { ...taken, askedAt: 11, sentAt: 12, sentSerial: 7 },
      'was sent the newest version, but does not serve it',
    ],
    [{ ...taken, askedAt: 11, sentAt: 12, sentSerial: 6 }, 'is transferring'],
    [{ ...taken, failedAt: 8, failure: 'earlier', askedAt: 11, sentAt: 12 }, 'is transferring'],
  ])('%o: %s', (exchange, words) => {
    expect(explainSecondary({ isCurrent: false, zoneSerial: 7, exchange })).toBe(words);
  });
});

describe('a secondary that is up to date', () => {
  it('has no problem, unless its answers were wrong', () => {
    const state = { isCurrent: true, zoneSerial: 7 };
    expect(explainSecondary({ ...state, exchange: null })).toBeNull();
    expect(explainSecondary({ ...state, exchange: { ...refused, sampledAt: 12 } })).toBeNull();
    const sampleProblem = 'answers www.example.com A without the newest record';
    expect(explainSecondary({ ...state, exchange: { ...taken, sampleProblem } })).toBe(
      `has the newest serial, but ${sampleProblem}`,
    );
  });
});
