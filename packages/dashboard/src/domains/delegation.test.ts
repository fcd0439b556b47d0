import { describe, expect, it } from 'vitest';
import { delegationOf } from './delegation.ts';

describe('delegationOf', () => {
  it.each([
    [['a.example', 'b.example'], 'ours'],
    [['a.example', 'c.example'], 'mixed'],
    [['c.example', 'd.example'], 'external'],
  ] as const)('of %o is %s', (hosts, delegation) => {
    expect(delegationOf(hosts, ['a.example', 'b.example'])).toBe(delegation);
  });
});
