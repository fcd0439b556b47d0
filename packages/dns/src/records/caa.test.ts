import { describe, expect, it } from 'vitest';
import { publishedHex, refusal, warningOf } from './value-expectations.ts';

const issue = '000569737375656361' + '2e6578616d706c65';

describe('CAA', () => {
  it.each([
    ['0 issue "ca.example"', issue],
    ['0 issue ca.example', issue],
    ['0  issue  "ca.example"', issue],
    ['128 issue ";"', '800569737375653b'],
    ['0 issue ""', '00056973737565'],
    ['0 ISSUE "a\\"b\\;"', '00054953535545' + '6122623b'],
    ['0 iodef "mailto:ü@example"', '0005696f646566' + '6d61696c746f3ac3bc406578616d706c65'],
  ])('publishes %s', (value, hex) => {
    expect(publishedHex('CAA', value)).toBe(hex);
  });

  it.each([
    ['0 issue', '2 fields'],
    ['0 issue ca.example ; x', '5 fields'],
    ['256 issue "x"', 'the flags "256"'],
    ['x issue "x"', 'the flags "x"'],
    ['0 is-sue "x"', 'letters and digits'],
    ['0 "" "x"', 'letters and digits'],
    [`0 ${'a'.repeat(256)} "x"`, 'letters and digits'],
    ['0 issue "x', 'never closed'],
  ])('refuses %s', (value, reason) => {
    expect(refusal('CAA', value)).toContain(reason);
  });

  it.each([
    ['0 issue "ca.example; policy=ev"', undefined],
    ['0 issuewild ";"', undefined],
    ['128 contactemail "a@example.com"', undefined],
    ['0 issue "https://ca.example"', 'none may issue'],
    ['0 iodef "ca@example.com"', 'mailto:'],
    ['0 isue "ca.example"', 'not a property'],
    ['1 issue "ca.example"', 'only the flags 0 and 128'],
  ])('warns about %s: %s', (value, warning) => {
    if (warning === undefined) expect(warningOf('CAA', value)).toBeUndefined();
    else expect(warningOf('CAA', value)).toContain(warning);
  });
});
