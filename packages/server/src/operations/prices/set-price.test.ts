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

const registrar = (isTestEnvironment: boolean) => ({
  capabilitiesFor: () => ({
    totalYearsMax: null,
    revealsAuthCode: true,
    transferLock: true,
    dnssec: true,
    dnssecKeys: false,
    privacy: true,
    autoRenewGraceMs: null,
    decisionMsMax: null,
    redemption: false,
    transfers: false,
    transferYears: 0,
    scriptProblem: null,
    isTestEnvironment,
  }),
});

describe('a suffix', () => {
  it.each([
    ['com', null],
    ['co.uk', null],
    ['test.com', null],
    ['test', 'test'],
    ['co.test', 'test'],
    ['home.arpa', 'arpa'],
  ])('%s is under the reserved %s, which only test environments sell', (suffix, reserved) => {
    expect(reservedTldOf(suffix, registrar(false))).toBe(reserved);
    expect(reservedTldOf(suffix, registrar(true))).toBeNull();
  });
});
