import { describe, expect, it } from 'vitest';
import { Throttle } from './throttle.ts';

describe('hole 5: the limit of wrong passwords', () => {
  const account = 'ada@example.com';

  it('holds for an IPv6 /48, whatever address in it is used', () => {
    const throttle = new Throttle({ now: () => 0 }, { mailsPerRecipient: 5 });
    const guess = (network: number, isFamiliar = false) =>
      throttle.countAttempt({
        address: `2001:db8:77:${network.toString(16)}::1`,
        account: `${network}-${account}`,
        isFamiliar,
      });
    for (let network = 0; network < 120; network += 1) guess(network);
    expect(() => guess(120)).toThrow('Too many attempts');
    expect(() => guess(121, true)).not.toThrow();
    const address = '2001:db8:78::1';
    expect(() => throttle.countAttempt({ address, account, isFamiliar: false })).not.toThrow();
  });
});
