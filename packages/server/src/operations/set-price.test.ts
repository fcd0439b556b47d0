import { describe, expect, it } from 'vitest';
import { isPrice, priceCreditsMax, reservedTldOf } from './set-price.ts';

describe('a price', () => {
  it.each([
    [1, true],
    [priceCreditsMax, true],
    [0, false],
    [-1, false],
    [1.5, false],
    [priceCreditsMax + 1, false],
    [Number.NaN, false],
  ])('of %d credits is allowed: %s', (credits, isAllowed) => {
    expect(isPrice(credits)).toBe(isAllowed);
  });
});

describe('a suffix', () => {
  it.each([
    ['com', null],
    ['co.uk', null],
    ['test.com', null],
    ['test', 'test'],
    ['co.test', 'test'],
    ['home.arpa', 'arpa'],
  ])('%s is under the reserved %s', (suffix, reserved) => {
    expect(reservedTldOf(suffix)).toBe(reserved);
  });
});
