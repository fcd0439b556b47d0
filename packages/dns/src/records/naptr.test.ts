import { describe, expect, it } from 'vitest';
import { nameHex, publishedHex, refusal, warningOf } from './value-expectations.ts';

describe('NAPTR', () => {
  it.each([
    ['100 10 "s" "SIP" "" a.example', `0064000a01730353495000${nameHex('a.example')}`],
    ['100 10 s SIP "" a.example.', `0064000a01730353495000${nameHex('a.example')}`],
    ['0 65535 "" "" "" .', '0000ffff00000000'],
    ['0 0 "" "" "" @', `00000000000000${nameHex('example.com')}`],
    ['0 0 "u" "" "!^.$!a!" .', '000000000175000721' + '5e2e2421612100'],
    ['0 0 "" "" "" _sip._udp.example', `00000000000000${nameHex('_sip._udp.example')}`],
  ])('publishes %s', (value, hex) => {
    expect(publishedHex('NAPTR', value)).toBe(hex);
  });

  it.each([
    ['100 10 "s" "SIP" a.example', '5 fields'],
    ['65536 10 "" "" "" .', 'the order'],
    ['1 x "" "" "" .', 'the preference'],
    ['1 1 "s!" "" "" .', 'letters and digits'],
    [`1 1 "" "${'a'.repeat(256)}" "" .`, '256 octets'],
    ['1 1 "" "" "" 192.0.2.1', 'is an address'],
    ['1 1 "" "" "" a..b', 'empty label'],
  ])('refuses %s', (value, reason) => {
    expect(refusal('NAPTR', value)).toContain(reason);
  });

  it('warns about a regexp with a replacement', () => {
    expect(warningOf('NAPTR', '1 1 "u" "" "!a!b!" a.example')).toContain('ignore a rule with both');
    expect(warningOf('NAPTR', '1 1 "u" "" "!a!b!" .')).toBeUndefined();
  });
});

describe('substitution expressions', () => {
  it.each([
    '!^.*$!sip:info@example.net!',
    '!^.*$!sip:info@example.net!i',
    '/^(a|b)+([[:digit:]]{2,3})$/\\\\1-\\\\2/',
    '#[]x^]\\\\.[^]a]*#x#',
    '!a\\\\!b!c\\\\!d!',
    '!^\\\\+1(.*)$!\\\\1!',
  ])('accepts %s', (text) => {
    expect(publishedHex('NAPTR', `1 1 "u" "" "${text}" .`)).not.toBe('none');
  });

  it.each([
    ['!a!b', 'has 2 parts'],
    ['!a!b!i!', 'has 4 parts'],
    ['1a1b1', 'cannot delimit'],
    ['iaibi', 'cannot delimit'],
    ['!a!b!g', 'a flag other than'],
    ['!(a!b!', 'malformed'],
    ['!a)!b!', 'malformed'],
    ['![a!b!', 'malformed'],
    ['!*a!b!', 'malformed'],
    ['!a**!b!', 'malformed'],
    ['!a{x}!b!', 'malformed'],
    ['!!b!', 'malformed'],
    ['!a!\\\\1!', 'refers to group 1'],
    ['!(a)!\\\\2!', 'refers to group 2'],
    ['!(a)!\\\\0!', 'refers to group 0'],
    ['!a!\\000!', 'NUL'],
  ])('refuses %s', (text, reason) => {
    expect(refusal('NAPTR', `1 1 "u" "" "${text}" .`)).toContain(reason);
  });
});
