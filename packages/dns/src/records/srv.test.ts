import { describe, expect, it } from 'vitest';
import { nameHex, publishedHex, refusal } from './value-expectations.ts';

describe('SRV', () => {
  it.each([
    ['10 5 5060 sip.example.net', `000a000513c4${nameHex('sip.example.net')}`],
    ['0 0 0 .', '00000000000000'],
    ['65535 65535 65535 _x.example.net', `ffffffffffff${nameHex('_x.example.net')}`],
    ['1 2 3 @', `000100020003${nameHex('example.com')}`],
  ])('takes %s', (value, hex) => {
    expect(publishedHex('SRV', value)).toBe(hex);
  });

  it.each([
    ['sip.example.net', '1 field; expected 4'],
    ['10 5060 sip.example.net', '3 fields; expected 4'],
    ['10 5 5060 sip.example.net x', '5 fields; expected 4'],
    ['65536 5 5060 sip.example.net', 'the priority "65536"'],
    ['10 65536 5060 sip.example.net', 'the weight "65536"'],
    ['10 5 65536 sip.example.net', 'the port "65536"'],
    ['10 5 -1 sip.example.net', 'the port "-1"'],
    ['10 5 5060 192.0.2.1', 'is an address'],
  ])('refuses %s', (value, reason) => {
    expect(refusal('SRV', value)).toContain(reason);
  });
});
