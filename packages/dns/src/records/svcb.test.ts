import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, fromHex, toHex, u16 } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import { DnsFormatError } from '../errors.ts';
import { Name } from '../name.ts';
import { https } from './https.ts';
import { serviceBindingCodec } from './service-binding.ts';
import { nameHex, publishedHex, refusal, warningOf } from './value-expectations.ts';

const svcbCodec = serviceBindingCodec('SVCB', 64);
const foo = nameHex('foo.example.com');
const fooOrg = nameHex('foo.example.org');

describe('SVCB', () => {
  // The test vectors of RFC 9460, appendix D.
  it.each([
    ['0 foo.example.com.', `0000${foo}`],
    ['1 .', '000100'],
    ['16 foo.example.com. port=53', `0010${foo}000300020035`],
    ['1 foo.example.com. key667=hello', `0001${foo}029b000568656c6c6f`],
    ['1 foo.example.com. key667="hello\\210qoo"', `0001${foo}029b000968656c6c6fd2716f6f`],
    [
      '1 foo.example.com. ipv6hint="2001:db8::1,2001:db8::53:1"',
      `0001${foo}0006002020010db800000000000000000000000120010db8000000000000000000530001`,
    ],
    [
      '1 example.com. ipv6hint="2001:db8:122:344::192.0.2.33"',
      `0001${nameHex('example.com')}0006001020010db80122034400000000c0000221`,
    ],
    [
      '16 foo.example.org. alpn=h2,h3-19 mandatory=ipv4hint,alpn ipv4hint=192.0.2.1',
      `0010${fooOrg}0000000400010004000100090268320568332d313900040004c0000201`,
    ],
    [
      '16 foo.example.org. alpn="f\\\\\\\\oo\\\\,bar,h2"',
      `0010${fooOrg}0001000c08665c6f6f2c626172026832`,
    ],
    [
      '16 foo.example.org. alpn=f\\\\\\092oo\\092,bar,h2',
      `0010${fooOrg}0001000c08665c6f6f2c626172026832`,
    ],
  ])('takes %s', (value, hex) => {
    expect(publishedHex('SVCB', value)).toBe(hex);
  });

  it.each([
    ['1', '1 field'],
    ['70000 .', 'from 0 to 65535'],
    ['1 foo.example.com. key123=abc key123=def', 'key123 twice'],
    ['1 foo.example.com. key3=\\000\\053 port=53', 'port twice'],
    ['1 foo.example.com. mandatory', 'is no parameter key'],
    ['1 foo.example.com. alpn', 'protocol ids'],
    ['1 foo.example.com. alpn=h2,,h3', 'protocol ids'],
    ['1 foo.example.com. alpn=h\\\\2', 'escapes neither'],
    ['1 foo.example.com. port', '"port"'],
    ['1 foo.example.com. port=65536', '"port"'],
    ['1 foo.example.com. ipv4hint', 'ipv4hint'],
    ['1 foo.example.com. ipv4hint=192.0.2.1,', 'ipv4hint'],
    ['1 foo.example.com. ipv6hint=192.0.2.1', 'ipv6hint'],
    ['1 foo.example.com. alpn=h2 no-default-alpn=abc', 'takes no value'],
    ['1 foo.example.com. no-default-alpn', 'without alpn'],
    ['1 foo.example.com. mandatory=key123', 'key123 as mandatory'],
    ['1 foo.example.com. mandatory=mandatory', 'must not list itself'],
    ['1 foo.example.com. mandatory=key123,key123 key123=abc', 'key123 twice'],
    ['1 foo.example.com. ech=!!', 'base64'],
    ['1 foo.example.com. ech=', 'base64'],
    ['1 foo.example.com. key65535=x', 'is no parameter key'],
    ['1 foo.example.com. key007=x', 'is no parameter key'],
    ['1 foo.example.com. colour=red', 'is no parameter key'],
    ['1 foo.example.com. ALPN=h2', 'is no parameter key'],
    ['1 foo.example.com. key3=\\001', '"port" is not two octets'],
    ['1 foo.example.com. key667="\\256"', 'three digits'],
    ['1 foo.example.com. dohpath=dns', '/dns-query{?dns}'],
  ])('refuses %s', (value, reason) => {
    expect(refusal('SVCB', value)).toContain(reason);
  });

  it('warns that an alias has no use for parameters', () => {
    expect(warningOf('SVCB', '0 foo.example.com. port=53')).toContain('alias');
    expect(warningOf('SVCB', '1 foo.example.com. port=53')).toBeUndefined();
  });

  it.each([
    ['0001', 'no target'],
    [`0001${foo}0003`, 'key without length'],
    [`0001${foo}0003000200`, 'cut value'],
    [`0001${foo}000300020035000300020035`, 'key twice'],
    [`0001${foo}00040004c0000201000300020035`, 'falling keys'],
    [`0001${foo}00030001ff`, 'port of one octet'],
    [`0001${foo}00010000`, 'empty alpn'],
    [`0001${foo}0001000100`, 'empty alpn id'],
    [`0001${foo}0001000205ff`, 'alpn id past the end'],
    [`0001${foo}00000002000000030002ffff`, 'mandatory lists itself'],
    [`0001${foo}00000003000300`, 'mandatory of odd length'],
    [`0001${foo}00020001ff`, 'flag with a value'],
    [`0001${foo}00040003c00002`, 'short address hint'],
  ])('finds the wire form %s malformed (%s)', (hex) => {
    expect(() => svcbCodec.decode(fromHex(hex) ?? new Uint8Array())).toThrow(DnsFormatError);
  });

  it('writes keys that came after RFC 9460 by number, which every server reads', () => {
    const names = { read: (word: string) => Name.parse(word) };
    const words = splitWords('1 . port=53 dohpath="/q{?dns}" ohttp');
    expect(svcbCodec.toText(svcbCodec.fromWords(words, names))).toBe(
      '1 . port=53 key7="/q{?dns}" key8',
    );
  });

  it('reads back everything it writes', () => {
    const opaque = fc.record({
      key: fc.integer({ min: 9, max: 65_534 }),
      value: fc.uint8Array({ maxLength: 40 }),
    });
    const alpn = fc
      .array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 4 })
      .map((ids) => concatBytes(ids.flatMap((id) => [Uint8Array.of(id.length), id])));
    const binding = fc.record({
      priority: fc.nat(65_535),
      alpn,
      port: fc.nat(65_535),
      opaque: fc.uniqueArray(opaque, { maxLength: 4, selector: ({ key }) => key }),
    });
    fc.assert(
      fc.property(binding, ({ priority, alpn: ids, port, opaque: others }) => {
        const params = [
          { key: 1, value: ids },
          { key: 3, value: u16(port) },
          ...others.toSorted((a, b) => a.key - b.key),
        ];
        const target = Name.parse('svc.example.net');
        const rdata = svcbCodec.encode({ type: 'SVCB', priority, target, params });
        const text = svcbCodec.toText(svcbCodec.decode(rdata));
        const names = { read: (word: string) => Name.parse(word) };
        expect(toHex(svcbCodec.encode(svcbCodec.fromWords(splitWords(text), names)))).toBe(
          toHex(rdata),
        );
      }),
    );
  });
});

describe('HTTPS', () => {
  it('has the form of SVCB under number 65', () => {
    expect(https.wire?.typeCode).toBe(65);
    expect(publishedHex('HTTPS', '1 . alpn="h2,h3" ech="AQID" no-default-alpn')).toBe(
      '000100' + '00010006026832026833' + '00020000' + '00050003010203',
    );
    expect(publishedHex('HTTPS', '0 @')).toBe(`0000${nameHex('example.com')}`);
  });
});
