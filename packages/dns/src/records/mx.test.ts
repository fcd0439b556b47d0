import { describe, expect, it } from 'vitest';
import { nameHex, publishedHex, refusal, warningOf } from './value-expectations.ts';

describe('MX', () => {
  it.each([
    ['10 mail.example.net', `000a${nameHex('mail.example.net')}`],
    ['mail.example.net', `000a${nameHex('mail.example.net')}`],
    ['0 mail.example.net.', `0000${nameHex('mail.example.net')}`],
    ['65535 @', `ffff${nameHex('example.com')}`],
    ['20   mail.example.net', `0014${nameHex('mail.example.net')}`],
    ['0 .', '000000'],
  ])('takes %s', (value, hex) => {
    expect(publishedHex('MX', value)).toBe(hex);
  });

  it.each([
    ['70000 mail.example.net', 'the priority "70000" is not an integer from 0 to 65535'],
    ['65536 mail.example.net', 'from 0 to 65535'],
    ['-1 mail.example.net', 'from 0 to 65535'],
    ['1.5 mail.example.net', 'from 0 to 65535'],
    ['mail.example.net 10', 'from 0 to 65535'],
    ['10', 'no mail host'],
    ['10 mail.example.net extra', '3 fields'],
    ['10 .', 'write it as "0 ."'],
    ['.', 'write it as "0 ."'],
    ['10 192.0.2.1', 'is an address'],
    ['10 _mail.example.net', 'is not a host name'],
    ['10 "mail.example.net', 'never closed'],
  ])('refuses %s', (value, reason) => {
    expect(refusal('MX', value)).toContain(reason);
  });

  it('warns when one label is read as absolute', () => {
    expect(warningOf('MX', '10 mail')).toContain('"mail."');
    expect(warningOf('MX', '0 .')).toBeUndefined();
  });
});
