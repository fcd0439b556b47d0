import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../bytes.ts';
import type { ResourceRecord } from '../message.ts';
import { Name } from '../name.ts';
import { classes, rrTypes } from '../protocol.ts';
import { nsecCodec } from '../rdata/nsec.ts';
import { rrsigCodec } from '../rdata/rrsig.ts';
import { parseRdata } from '../zone-file/parse-rdata.ts';
import { delegationSigner, isSignerOf } from './delegation-signer.ts';
import { keyTag } from './key-tag.ts';
import { signZone } from './sign-zone.ts';
import { signatureFault } from './verify-set.ts';
import { zoneDigest } from './zone-digest.ts';
import { ZoneKey } from './zone-key.ts';

const zone = Name.parse('example.net');
const validity = { inception: 1_000_000, expiration: 2_000_000 };
const nowSeconds = 1_500_000;

function record(name: string, type: keyof typeof rrTypes, text: string): ResourceRecord {
  const rdata = parseRdata(rrTypes[type], text);
  return {
    name: Name.parse(name, zone),
    type: rrTypes[type],
    class: classes.IN,
    ttlSeconds: 3_600,
    rdata,
  };
}

describe('the example of RFC 6605, section 6.1', () => {
  const dnskey = record(
    '@',
    'DNSKEY',
    '257 3 13 GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edb krSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==',
  );
  const signature = record(
    'www',
    'RRSIG',
    'A 13 3 3600 20100909100439 20100812100439 55648 example.net. qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXA yGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw==',
  );
  const set = [record('www', 'A', '192.0.2.1')];
  const august = Date.UTC(2010, 7, 20) / 1_000;

  it('has this key tag and this DS', () => {
    expect(keyTag(dnskey.rdata)).toBe(55_648);
    const ds = delegationSigner(zone, dnskey.rdata);
    expect(toHex(ds?.digest ?? new Uint8Array())).toBe(
      'b4c8c1fe2e7477127b27115656ad6256f424625bf5c1e2770ce6d6e37df61d17',
    );
    expect(ds !== null && isSignerOf(ds, zone, dnskey.rdata)).toBe(true);
  });

  it('is verified', () => {
    expect(signatureFault(set, signature, { dnskey, nowSeconds: august })).toBeNull();
  });

  it('is refused before its time, after it, for other data and by another key', () => {
    const at = (nowSeconds: number) => signatureFault(set, signature, { dnskey, nowSeconds });
    expect(at(Date.UTC(2010, 7, 12, 10, 4, 38) / 1_000)).toBe('not-yet-valid');
    expect(at(Date.UTC(2010, 8, 9, 10, 4, 40) / 1_000)).toBe('expired');
    const other = [record('www', 'A', '192.0.2.2')];
    expect(signatureFault(other, signature, { dnskey, nowSeconds: august })).toBe('forged');
    const stranger = { ...dnskey, rdata: ZoneKey.generate().dnskey };
    expect(signatureFault(set, signature, { dnskey: stranger, nowSeconds: august })).toBe(
      'other-key',
    );
  });
});

describe('a key', () => {
  it('is the same after export', () => {
    const key = ZoneKey.generate();
    expect(ZoneKey.fromPem(key.toPem()).dnskey).toEqual(key.dnskey);
  });

  it('signs sets in any order and any case of their names', () => {
    const key = ZoneKey.generate();
    const dnskey = { ...record('@', 'A', '192.0.2.1'), type: rrTypes.DNSKEY, rdata: key.dnskey };
    const set = [record('www', 'MX', '10 A.example.net.'), record('www', 'MX', '5 b.example.net.')];
    const signature = key.sign(zone, set, validity);
    const [first, second] = set.map(({ name, ...rest }) => ({
      ...rest,
      name: Name.parse(String(name).toUpperCase()),
    }));
    if (first === undefined || second === undefined) throw new Error('The set is not whole.');
    expect(signatureFault([second, first], signature, { dnskey, nowSeconds })).toBeNull();
  });

  it('signs a wildcard for every name that it expands to', () => {
    const key = ZoneKey.generate();
    const dnskey = { ...record('@', 'A', '192.0.2.1'), type: rrTypes.DNSKEY, rdata: key.dnskey };
    const signature = key.sign(zone, [record('*.sub', 'A', '192.0.2.1')], validity);
    expect(rrsigCodec.decode(signature.rdata).labels).toBe(3);
    const expanded = [record('x.y.sub', 'A', '192.0.2.1')];
    expect(signatureFault(expanded, signature, { dnskey, nowSeconds })).toBeNull();
    const elsewhere = [record('x.other', 'A', '192.0.2.1')];
    expect(signatureFault(elsewhere, signature, { dnskey, nowSeconds })).toBe('forged');
  });

  it('has no flipped bit in a signature', () => {
    const key = ZoneKey.generate();
    const dnskey = { ...record('@', 'A', '192.0.2.1'), type: rrTypes.DNSKEY, rdata: key.dnskey };
    const set = [record('www', 'TXT', '"text"')];
    const signature = key.sign(zone, set, validity);
    const start = signature.rdata.length - 64;
    fc.assert(
      fc.property(fc.nat(64 * 8 - 1), (bit) => {
        const rdata = new Uint8Array(signature.rdata);
        rdata[start + (bit >> 3)] = (rdata[start + (bit >> 3)] ?? 0) ^ (1 << (bit & 7));
        expect(signatureFault(set, { ...signature, rdata }, { dnskey, nowSeconds })).toBe('forged');
      }),
      { numRuns: 50 },
    );
  });
});

describe('the chain of a zone', () => {
  it('leads through the names with authority, in canonical order, and back to the apex', () => {
    const records = [
      record('@', 'SOA', 'ns. host. 1 3600 600 86400 300'),
      record('@', 'NS', 'ns.example.org.'),
      record('www', 'A', '192.0.2.1'),
      record('a.b.c', 'TXT', '"x"'),
      record('*', 'A', '192.0.2.2'),
      record('cut', 'NS', 'ns.cut.example.net.'),
      record('cut', 'A', '192.0.2.3'),
      record('ns.cut', 'A', '192.0.2.4'),
      record('signed', 'NS', 'ns.example.org.'),
      record('signed', 'DS', `1 13 2 ${'ab'.repeat(32)}`),
      record('moved', 'DNAME', '\\# 13 076578616d706c65036f726700'),
      record('below.moved', 'A', '192.0.2.5'),
    ];
    const added = signZone(records, { zone, keys: [ZoneKey.generate()], validity });
    const chain = added
      .filter(({ type }) => type === rrTypes.NSEC)
      .map(({ name, rdata }) => `${name} ${nsecCodec.toText(nsecCodec.decode(rdata))}`);
    expect(chain).toEqual([
      'example.net. *.example.net. NS SOA RRSIG NSEC',
      '*.example.net. a.b.c.example.net. A RRSIG NSEC',
      'a.b.c.example.net. cut.example.net. TXT RRSIG NSEC',
      'cut.example.net. moved.example.net. NS RRSIG NSEC',
      'moved.example.net. signed.example.net. DNAME RRSIG NSEC',
      'signed.example.net. www.example.net. NS DS RRSIG NSEC',
      'www.example.net. example.net. A RRSIG NSEC',
    ]);
    const covered = added
      .filter(({ type }) => type === rrTypes.RRSIG)
      .map(({ name, rdata }) => [name.labelCount, rrsigCodec.decode(rdata).covered].join());
    expect(covered).toContain(`3,${rrTypes.DS}`);
    expect(
      added.filter(({ ttlSeconds, type }) => type === rrTypes.NSEC && ttlSeconds !== 300),
    ).toEqual([]);
  });

  it('fits any set of types into its bitmap', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(65_535), { maxLength: 60 }), (types) => {
        const data = { type: 'NSEC', next: zone, types } as const;
        const sorted = [...types].sort((a, b) => a - b);
        expect(nsecCodec.decode(nsecCodec.encode(data)).types).toEqual(sorted);
      }),
    );
  });

  it.each([
    ['windows out of order', '000101400001ff'],
    ['an empty window', '000000'],
    ['a window that is too long', `0021${'01'.repeat(33)}`],
    ['a trailing zero', '00024000'],
  ])('refuses %s', (_, hex) => {
    const rdata = fromHex(`00${hex}`) ?? new Uint8Array();
    expect(() => nsecCodec.decode(rdata)).toThrow();
  });
});

describe('the digest of a zone', () => {
  it('is that of RFC 8976, appendix A.1', () => {
    const example = Name.parse('example');
    const at = (name: string, type: keyof typeof rrTypes, text: string): ResourceRecord => ({
      ...record('@', 'A', '192.0.2.1'),
      name: Name.parse(name),
      type: rrTypes[type],
      ttlSeconds: 86_400,
      rdata: parseRdata(rrTypes[type], text),
    });
    const records = [
      at('example', 'SOA', 'ns1.example. admin.example. 2018031900 1800 900 604800 86400'),
      at('example', 'NS', 'ns1.example.'),
      at('example', 'NS', 'ns2.example.'),
      { ...at('ns1.example', 'A', '203.0.113.63'), ttlSeconds: 3_600 },
      { ...at('ns2.example', 'AAAA', '2001:db8::63'), ttlSeconds: 3_600 },
    ];
    expect(toHex(zoneDigest(example, records))).toBe(
      'c68090d90a7aed716bc459f9340e3d7c1370d4d24b7e2fc3a1ddc0b9a87153b9a9713b3c9ae5cc27777f98b8e730044c',
    );
  });
});
