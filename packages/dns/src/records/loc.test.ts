import { describe, expect, it } from 'vitest';
import { fromHex } from '../bytes.ts';
import { recordValueOf } from './index.ts';
import { publishedHex, refusal, warningOf } from './value-expectations.ts';

/** Version, size, precisions; then latitude, longitude and altitude. */
const defaults = '00121613';

describe('LOC', () => {
  it.each([
    // The examples of RFC 1876, section 4.
    ['42 21 54 N 71 06 18 W -24m 30m', '0033161389172dd070be15f000988d20'],
    ['42 21 43.952 N 71 5 6.344 W -24m 1m 200m', '001224138917069070bf2dd800988d20'],
    ['0 N 0 E 0m', `${defaults}800000008000000000989680`],
    ['90 S 180 W -100000m 0m 0m 0m', '000000006cb0270059604e0000000000'],
    ['90 0 0.000 n 180 0 0 e 42849672.95', `${defaults}934fd900a69fb200ffffffff`],
    ['0 0 0.001 S 0 0 0.1 W 0.01m', `${defaults}7fffffff7fffff9c00989681`],
    ['0 N 0 E 0m 90000000m 0.09m 1m', '00999012800000008000000000989680'],
  ])('publishes %s', (value, hex) => {
    expect(publishedHex('LOC', value)).toBe(hex);
  });

  it('shows octets as degrees and metres', () => {
    const rdata = fromHex('0033161389172dd070be15f000988d20') ?? new Uint8Array();
    expect(recordValueOf({ typeCode: 29, rdata })).toEqual({
      type: 'LOC',
      value: '42 21 54.000 N 71 6 18.000 W -24.00m 30.00m 10000.00m 10.00m',
    });
  });

  it.each([
    ['42 21 54 71 06 18 W -24m', 'no N or S'],
    ['N 71 W 0m', 'no N or S'],
    ['1 2 3 4 N 71 W 0m', 'no N or S'],
    ['91 N 0 E 0m', 'up to 90 degrees'],
    ['90 0 0.001 N 0 E 0m', 'up to 90 degrees'],
    ['0 N 181 E 0m', 'up to 180 degrees'],
    ['0 60 N 0 E 0m', 'degrees, minutes and seconds'],
    ['0 0 1.0001 N 0 E 0m', 'degrees, minutes and seconds'],
    ['-1 N 0 E 0m', 'degrees, minutes and seconds'],
    ['0 N 0 E', 'no altitude'],
    ['0 N 0 E 0m 1m 1m 1m 1m', 'too many fields'],
    ['0 N 0 E -100001m', 'the altitude'],
    ['0 N 0 E 42849672.96m', 'the altitude'],
    ['0 N 0 E 1km', 'the altitude'],
    ['0 N 0 E 0m -1m', 'the size'],
    ['0 N 0 E 0m 0m 90000001m', 'the horizontal precision'],
    ['0 N 0 E 0m 0m 0m x', 'the vertical precision'],
  ])('refuses %s', (value, reason) => {
    expect(refusal('LOC', value)).toContain(reason);
  });

  it('warns that size and precision have one digit', () => {
    expect(warningOf('LOC', '0 N 0 E 0m 123m')).toContain('100.00m');
    expect(warningOf('LOC', '0 N 0 E 0m 100m')).toBeUndefined();
  });

  it.each([
    ['another version', '01121613800000008000000000989680'],
    ['a digit over nine', '00a21613800000008000000000989680'],
    ['a power over nine', '001a1613800000008000000000989680'],
    ['zero with a power', '00021613800000008000000000989680'],
    ['a latitude beyond the pole', '00121613934fd9018000000000989680'],
    ['too few octets', '001216138000000080000000009896'],
    ['too many octets', '0012161380000000800000000098968000'],
  ])('finds %s malformed', (_, hex) => {
    const rdata = fromHex(hex) ?? new Uint8Array();
    expect(() => recordValueOf({ typeCode: 29, rdata })).toThrow();
  });
});
