import { describe, expect, it } from 'vitest';
import { addressChanges } from './address-changes.ts';

describe('the addresses of a host', () => {
  it('are compared by what they mean, not by how they are spelled', () => {
    const has = ['192.0.2.1', '2001:0DB8:0:0::1', '2001:db8::9'];
    const wants = ['2001:db8::1', '192.0.2.2', '::ffff:192.0.2.1'];
    expect(addressChanges({ has, wants })).toEqual({
      add: ['192.0.2.2', '::ffff:192.0.2.1'],
      remove: ['192.0.2.1', '2001:db8::9'],
    });
    expect(addressChanges({ has: wants, wants: ['2001:DB8:0::1', ...wants.slice(1)] })).toEqual({
      add: [],
      remove: [],
    });
  });
});
