import { describe, expect, it } from 'vitest';
import { formatAsTyped, storedPhone } from './phone-format.ts';

describe('a phone number', () => {
  it.each([
    ['020 7946 0000', 'GB', '+44.2079460000'],
    ['(020) 7946-0000', 'gb', '+44.2079460000'],
    ['+44 20 7946 0000', '', '+44.2079460000'],
    ['+44 (0)20 7946 0000', 'US', '+44.2079460000'],
    ['0044 20 7946 0000', '', '+44.2079460000'],
    ['(555) 555-0100', 'US', '+1.5555550100'],
    ['030 123456', 'DE', '+49.30123456'],
    ['+44.2079460000', '', '+44.2079460000'],
    // The API accepts it, whether or not such a number exists.
    ['+999.12345', '', '+999.12345'],
    ['+1.5555', 'US', '+1.5555'],
    ['020 7946 0000', '', null],
    ['0', 'GB', null],
    ['call me', 'GB', null],
  ])('%s in %s is stored as %s', (text, country, stored) => {
    expect(storedPhone(text, country)).toBe(stored);
  });

  it.each([
    ['+442079460000', '', '+44 20 7946 0000'],
    ['02079460000', 'GB', '020 7946 0000'],
    ['5555550100', 'US', '(555) 555-0100'],
    ['+999.12345', '', '+999.12345'],
    ['+44.2079460000', 'GB', '+44.2079460000'],
    ['ask Ada', 'GB', 'ask Ada'],
  ])('%s in %s is shown as %s', (text, country, shown) => {
    expect(formatAsTyped(text, country)).toBe(shown);
  });
});
