import { describe, expect, it } from 'vitest';
import { ResponseRate } from './response-rate.ts';

const options = { perSecond: 10, burst: 3 };

describe('response rate limiting', () => {
  it('answers a burst, then slips one in two, and recovers with time', () => {
    let now = 0;
    const rate = new ResponseRate(options, { now: () => now });
    const decide = (count: number) => Array.from({ length: count }, () => rate.decide('192.0.2.1'));
    expect(decide(7)).toEqual([
      'answer',
      'answer',
      'answer',
      'silence',
      'truncate',
      'silence',
      'truncate',
    ]);
    now = 200;
    expect(decide(3)).toEqual(['answer', 'answer', 'silence']);
  });

  it.each([
    ['192.0.2.1', '192.0.2.200', '192.0.3.1'],
    ['2001:db8:0:aa01::1', '2001:db8::aaff:0:0:0:2', '2001:db8:0:ab00::1'],
    ['2001:db8::1', '2001:db8::2', '2001:db8:1::1'],
  ])('counts networks: %s and %s are one, %s is another', (one, same, other) => {
    const rate = new ResponseRate({ ...options, burst: 1 }, { now: () => 0 });
    expect([one, same, other].map((address) => rate.decide(address))).toEqual([
      'answer',
      'silence',
      'answer',
    ]);
  });

  it('answers everything without a limit', () => {
    const rate = new ResponseRate(null, { now: () => 0 });
    for (let count = 0; count < 1_000; count += 1) expect(rate.decide('192.0.2.1')).toBe('answer');
  });

  it('never limits loopback, which cannot be forged from outside', () => {
    const rate = new ResponseRate({ ...options, burst: 1 }, { now: () => 0 });
    for (const address of ['127.0.0.1', '::1', '127.0.0.1', '::1']) {
      expect(rate.decide(address)).toBe('answer');
    }
  });
});
