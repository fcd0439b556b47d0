import { describe, expect, it } from 'vitest';
import { fromHex } from '../bytes.ts';
import {
  namedRecord,
  parseRecordValue,
  placeProblem,
  type RecordType,
  recordTypeOf,
  recordValueOf,
  typeLabel,
  typeProblem,
} from './index.ts';
import { publishedHex, refusal } from './value-expectations.ts';

describe('a type without a name here', () => {
  it.each([
    ['TYPE65534', '\\# 3 00FFaa', '00ffaa'],
    ['TYPE65534', '\\# 4 00 ff aa 01', '00ffaa01'],
    ['TYPE65280', '\\# 0', ''],
    ['TYPE99', '\\# 3 026162', '026162'],
    ['TYPE18', '\\# 5 0001016100', '0001016100'],
  ] as const)('%s publishes %s', (type, value, hex) => {
    expect(publishedHex(type, value)).toBe(hex);
  });

  it.each([
    ['TYPE65534', 'hello', 'expected \\# <length> <hex>'],
    ['TYPE65534', '\\#', 'the length'],
    ['TYPE65534', '\\# 2 00', 'has 1 octets, not 2'],
    ['TYPE65534', '\\# 1 0', 'hex digits'],
    ['TYPE65534', '\\# 65536 00', 'the length'],
    ['TYPE99', '\\# 2 0261', 'only 1 remain'],
    ['TYPE99', '\\# 0', 'only 0 remain'],
    ['TYPE18', '\\# 6 000101610000', 'AFSDB is followed'],
    ['TYPE109', '\\# 7 00112233445566', 'needs 8 octets'],
    ['TYPE1', '\\# 3 c00002', 'A has 3 octets'],
  ] as const)('%s refuses %s', (type, value, reason) => {
    expect(refusal(type, value)).toContain(reason);
  });

  const octets = (hex: string) => `\\# ${hex.length / 2}${hex === '' ? '' : ` ${hex}`}`;

  it.each([
    ['TYPE11', 'c00002010600000040'],
    ['TYPE27', '052d31312e3503312e320130'],
    ['TYPE34', '0131323334'],
    ['TYPE34', `00${'47'.repeat(20)}`],
    ['TYPE38', `00${'20010db8'.padEnd(32, '0')}`],
    ['TYPE38', '7f01016100'],
    ['TYPE40', '010203'],
    ['TYPE42', '00011803c000020002208420010db8'],
    ['TYPE45', '0a0302016100aabb'],
    ['TYPE45', '0a0101c0000201aabb'],
    ['TYPE55', '02020003aabb010203016100'],
    ['TYPE57', '000003080301000101'],
    ['TYPE62', '000000420003000460000008010140'],
    ['TYPE66', '003b0114e9016100'],
    ['TYPE67', 'a1011864'],
    ['TYPE68', 'a1011864'],
    ['TYPE259', '00000001000000020304746578740102'],
    ['TYPE260', '0a81c0000201'],
    ['TYPE260', '0a83016100'],
  ] as const)('%s has a format that is checked: %s', (type, hex) => {
    expect(publishedHex(type, octets(hex))).toBe(hex);
  });

  it.each([
    ['TYPE11', 'c0000201060000', 'bitmap of ports'],
    ['TYPE27', '0131013102312e', 'coordinate'],
    ['TYPE27', '0331383101310130', 'coordinate'],
    ['TYPE34', '0001', 'ATMA'],
    ['TYPE34', '0141', 'ATMA'],
    ['TYPE38', '81016100', 'more than 128 bits'],
    ['TYPE38', '7f81016100', 'padding'],
    ['TYPE38', `${'00'.padEnd(34, '0')}00`, 'too many'],
    ['TYPE40', '0102', 'only 2 remain'],
    ['TYPE42', '00031803c00002', 'family'],
    ['TYPE42', '00012103c00002', 'address prefix'],
    ['TYPE42', '00011803c00000', 'address prefix'],
    ['TYPE42', '00011003c00002', 'address prefix'],
    ['TYPE45', '0a0002', 'no DSA or RSA key'],
    ['TYPE45', '0a000301', 'no DSA or RSA key'],
    ['TYPE45', '0a040201', 'gateway'],
    ['TYPE55', '00020001aa', 'no tag'],
    ['TYPE57', '0001030801020304', 'flag'],
    ['TYPE57', '0000030801', 'no key'],
    ['TYPE57', '000003fd016100aa', 'private'],
    ['TYPE62', '00000042000300020000', 'bitmap of types'],
    ['TYPE62', '000000420003010140000140', 'bitmap of types'],
    ['TYPE66', '003b0114e9', 'past its end'],
    ['TYPE67', '', 'only 0 remain'],
    ['TYPE259', '000000010000000203047465', 'only 2 remain'],
    ['TYPE260', '0a04c0000201', 'gateway'],
  ] as const)('%s is refused with the octets %s', (type, hex, reason) => {
    expect(refusal(type, octets(hex))).toContain(reason);
  });

  it.each([
    ['SOA', 6, 'is generated'],
    ['NULL', 10, 'never stand in a zone'],
    ['OPT', 41, 'never stand in a zone'],
    ['RRSIG', 46, 'signer'],
    ['NSEC', 47, 'signer'],
    ['DNSKEY', 48, 'signer'],
    ['NSEC3', 50, 'signer'],
    ['NSEC3PARAM', 51, 'signer'],
    ['CDS', 59, 'signer'],
    ['CDNSKEY', 60, 'signer'],
    ['TA', 32_768, 'signer'],
    ['TSIG', 250, 'never stand in a zone'],
    ['ANY', 255, 'never stand in a zone'],
    ['a reserved number', 0, 'never stand in a zone'],
    ['another reserved number', 65_535, 'never stand in a zone'],
    ['the marker of existing names', 65_300, 'internal use'],
  ])('is not %s', (_, typeCode, reason) => {
    const type: RecordType = `TYPE${typeCode}`;
    expect(typeProblem(type)).toContain(reason);
    expect(refusal(type, '\\# 1 00')).toContain(reason);
    expect(() => recordValueOf({ typeCode, rdata: new Uint8Array(1) })).toThrow(reason);
  });

  it('is shown as it came', () => {
    const rdata = fromHex('00ff') ?? new Uint8Array();
    const value = { type: 'TYPE65534', value: '\\# 2 00ff' };
    expect(recordValueOf({ typeCode: 65_534, rdata })).toEqual(value);
    expect(recordTypeOf(65_534)).toBe('TYPE65534');
    expect(() => recordValueOf({ typeCode: 99, rdata: Uint8Array.of(1) })).toThrow();
  });
});

describe('a type by number that has a name here', () => {
  it.each([
    ['TYPE1', '\\# 4 c0000201', 'A', '192.0.2.1'],
    ['TYPE257', '\\# 8 000569737375653b', 'CAA', '0 issue ";"'],
    ['TYPE52', '\\# 4 03000001', 'TLS', '3 0 0 01'],
    ['TYPE16', '\\# 3 026162', 'TXT', '"ab"'],
    ['TYPE65401', '\\# 5 0161016200', 'ALIAS', 'a.b'],
  ] as const)('%s %s is %s', (type, value, name, named) => {
    expect(namedRecord({ type, value })).toEqual({ type: name, value: named });
  });

  it('stays as it is when it has none', () => {
    const generic = { type: 'TYPE65534', value: 'anything' } as const;
    expect(namedRecord(generic)).toBe(generic);
    const a = { type: 'A', value: '\\# 4 c0000201' } as const;
    expect(namedRecord(a)).toBe(a);
  });

  it('is still published when a row has it', () => {
    expect(publishedHex('TYPE1', '\\# 4 c0000201')).toBe('c0000201');
    expect(parseRecordValue('TYPE1', '\\# 4 c0000201', { origin: 'a.b' })).toMatchObject({
      data: { typeCode: 1 },
    });
  });
});

describe('types', () => {
  it('are read by people under the name that DNS has for them', () => {
    expect(typeLabel('TLS')).toBe('TLSA');
    expect(typeLabel('ALIAS')).toBe('ALIAS');
    expect(typeLabel('TYPE65534')).toBe('TYPE65534');
    expect(recordTypeOf(52)).toBe('TLS');
  });

  it('may stand anywhere, except DS at the apex', () => {
    expect(placeProblem('DS', '@')).toContain('at its registry');
    expect(placeProblem('DS', 'sub')).toBeNull();
    expect(placeProblem('CAA', '@')).toBeNull();
  });
});
