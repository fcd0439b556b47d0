import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedRdata } from '../arbitraries.ts';
import { fromHex, toHex } from '../bytes.ts';
import { splitWords } from '../char-string.ts';
import { DnsFormatError, GrammarError } from '../errors.ts';
import { Name } from '../name.ts';
import { rrTypes, typeCodeOf } from '../protocol.ts';
import { parseDuration } from './duration.ts';
import { rdataForms } from './index.ts';
import { canonicalRdata } from './name-layout.ts';
import { soaCodec, soaSerial } from './soa.ts';

const names = { read: (word: string) => Name.parse(word) };

function form(type: string) {
  return rdataForms.get(typeCodeOf(type) ?? 0) ?? expect.unreachable(type);
}

function hexOf(type: string, text: string): string {
  return toHex(form(type).parse(splitWords(text), names));
}

describe('types without an API record type', () => {
  it.each([
    ['SOA', 'ns. host. 1 2 3 4 5', '026e730004686f7374000000000100000002000000030000000400000005'],
    ['SOA', '. . 4294967295 1h 1m 1w 1d', '0000ffffffff00000e100000003c00093a8000015180'],
    ['CAA', '0 issue "ca.example.net"', '000569737375656361' + '2e6578616d706c652e6e6574'],
    ['CAA', '128 iodef ""', '8005696f646566'],
    [
      'DS',
      '60485 5 1 2BB183AF 5F22588179A53B0A98631FAD1A292118',
      'ec4505012bb183af5f22588179a53b0a98631fad1a292118',
    ],
    ['DNSKEY', '257 3 13 AQID BAUG', '0101030d010203040506'],
  ])('%s reads %s', (type, text, hex) => {
    expect(hexOf(type, text)).toBe(hex);
  });

  it.each([
    ['SOA', 'ns. host. 1 2 3 4', '6 fields'],
    ['SOA', 'ns. host. 4294967296 2 3 4 5', 'the serial'],
    ['SOA', 'ns. host. 1 x 3 4 5', 'the refresh time "x"'],
    ['CAA', '0 issue', '2 fields'],
    ['CAA', '256 issue "x"', 'the flags'],
    ['CAA', '0 is-sue "x"', 'letters and digits'],
    ['DS', '1 5 1', '3 fields'],
    ['DS', '1 5 1 xyz', 'hex'],
    ['DNSKEY', '257 3 13 A', 'base64'],
    ['DNSKEY', '257 3', '2 fields'],
  ])('%s refuses %s', (type, text, reason) => {
    expect(() => hexOf(type, text)).toThrow(GrammarError);
    expect(() => hexOf(type, text)).toThrow(reason);
  });

  it.each([
    ['SOA', '0000'],
    ['SOA', '000000000000000000000000000000000000000000ff'.padEnd(46, '0')],
    ['CAA', '00'],
    ['CAA', '0000'],
    ['CAA', '0003692d73'],
    ['DS', '00010501'],
    ['DNSKEY', '0101030d'],
  ])('%s finds the octets %s malformed', (type, hex) => {
    expect(() => form(type).check(fromHex(hex) ?? expect.unreachable())).toThrow(DnsFormatError);
  });

  it('show the serial without decoding', () => {
    const rdata =
      fromHex(hexOf('SOA', 'ns.example. host. 2026010101 2 3 4 5')) ?? expect.unreachable();
    expect(soaSerial(rdata)).toBe(2_026_010_101);
    expect(soaCodec.decode(rdata).serial).toBe(2_026_010_101);
  });
});

describe('every known type', () => {
  it('reads back its own text', () => {
    fc.assert(
      fc.property(typedRdata, ({ type, rdata }) => {
        const known = rdataForms.get(type);
        fc.pre(known !== undefined);
        const text = known?.present(rdata) ?? '';
        expect(toHex(known?.parse(splitWords(text), names) ?? new Uint8Array())).toBe(toHex(rdata));
      }),
      { numRuns: 500 },
    );
  });
});

describe('canonicalRdata', () => {
  it('lowers the case of names and of nothing else', () => {
    const upper = Name.parse('HOST.Example').wire;
    const lower = Name.parse('host.example').wire;
    const prefix = Uint8Array.of(0x41, 0x42);
    expect(canonicalRdata(rrTypes.NS, upper)).toEqual(lower);
    expect(canonicalRdata(rrTypes.MX, Uint8Array.of(...prefix, ...upper))).toEqual(
      Uint8Array.of(...prefix, ...lower),
    );
    expect(canonicalRdata(rrTypes.TXT, upper)).toBe(upper);
    expect(canonicalRdata(999, upper)).toBe(upper);
    const svcb = Uint8Array.of(...prefix, ...upper, 0, 7, 0, 1, 0x41);
    expect(canonicalRdata(rrTypes.SVCB, svcb)).toEqual(
      Uint8Array.of(...prefix, ...lower, 0, 7, 0, 1, 0x41),
    );
  });
});

describe('times', () => {
  it.each([
    ['0', 0],
    ['3600', 3600],
    ['1h', 3600],
    ['1W2d3H4m5s', 604_800 + 172_800 + 10_800 + 240 + 5],
    ['4294967295', 4_294_967_295],
    ['4294967296', null],
    ['1y', null],
    ['1h30', null],
    ['h', null],
    ['-1', null],
    ['', null],
    ['9'.repeat(70), null],
  ])('%s is %s', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });
});
