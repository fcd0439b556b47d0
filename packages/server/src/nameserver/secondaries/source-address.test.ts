import { describe, expect, it } from 'vitest';
import { sourceFor } from './source-address.ts';

describe('the source of messages to a secondary', () => {
  const sources = ['127.0.0.1', '192.0.2.1', '192.0.2.2', '2001:db8::1'];

  it.each([
    ['198.51.100.7', '192.0.2.1'],
    ['2001:db8:1::7', '2001:db8::1'],
    ['127.0.0.5', '127.0.0.1'],
  ])('to %s is %s', (address, sourceAddress) => {
    expect(sourceFor(address, sources)).toEqual({ sourceAddress });
  });

  it('is chosen by the system where none fits', () => {
    expect(sourceFor('198.51.100.7', ['127.0.0.1', '2001:db8::1'])).toEqual({});
    expect(sourceFor('198.51.100.7', [])).toEqual({});
  });
});
