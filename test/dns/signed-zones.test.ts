/** Zones that @hostmaster/dns signs, as the checkers of BIND, NLnet Labs and Knot read them. */
import {
  classes,
  Name,
  parseRdata,
  type ResourceRecord,
  rrTypes,
  typeCodeOf,
  zonemdCodec,
} from '@hostmaster/dns';
import { sha384Hash, signZone, simpleScheme, ZoneKey, zoneDigest } from '@hostmaster/dns/dnssec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useZoneCheckers } from './zone-checkers.ts';

const zone = Name.parse('example.com');
const key = ZoneKey.generate();
const hourSeconds = 3_600;

/** Values that a random name can have, by type. */
const values = {
  A: ['192.0.2.1', '192.0.2.2'],
  AAAA: ['2001:db8::1'],
  TXT: ['"text"', '"more" "text"'],
  MX: ['10 Mail.Example.com.'],
  CAA: ['0 issue "ca.example.net"'],
  SVCB: ['1 Target.example.net. alpn="h2"'],
  TYPE65280: ['\\# 2 abcd'],
  NS: ['ns1.example.net.', 'ns2.example.net.'],
} as const;
const labels = ['a', 'b', 'www', '*', '_tcp', 'a-b', '0', 'ns'] as const;

/** A delegation may have a DS; a CNAME stands alone. */
const arbitraryName = fc.record({
  labels: fc.array(fc.constantFrom(...labels), { minLength: 1, maxLength: 4 }),
  types: fc.uniqueArray(fc.constantFrom(...typedKeys(values)), { minLength: 1, maxLength: 4 }),
  isAlias: fc.boolean(),
  hasSigner: fc.boolean(),
});

describe('A signed zone', () => {
  const faultsIn = useZoneCheckers();
  const faultsOf = (records: readonly ResourceRecord[]) => faultsIn(zone, records);

  it('is accepted by dnssec-verify, ldns-verify-zone and kzonecheck, whatever its names', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryName, { maxLength: 25 }), async (names) => {
        expect(await faultsOf(signed(recordsOf(names)))).toEqual([]);
      }),
      { numRuns: 15, seed: 20_261_117 },
    );
  });

  it.each([
    ['a signature that is missing', rrTypes.RRSIG],
    ['a link of the chain that is missing', rrTypes.NSEC],
  ])('is refused by all of them with %s', async (_, type) => {
    const records = signed([record('www', 'A', '192.0.2.1')]);
    const at = records.findLastIndex((each) => each.type === type);
    expect(await faultsOf(records.toSpliced(at, 1))).toHaveLength(3);
  });

  it('is refused by all of them with a flipped bit', async () => {
    const records = signed([record('www', 'A', '192.0.2.1')]);
    const forged = records.map((each) => {
      if (each.type !== rrTypes.RRSIG || each.name.equals(zone)) return each;
      const rdata = Uint8Array.from(each.rdata);
      rdata[rdata.length - 1] = (rdata.at(-1) ?? 0) ^ 1;
      return { ...each, rdata };
    });
    expect(await faultsOf(forged)).toHaveLength(3);
  });
});

/** With apex, signatures and the digest of the whole. */
function signed(records: readonly ResourceRecord[]): ResourceRecord[] {
  const serial = 2_026_111_700;
  const whole = [
    record('@', 'SOA', `ns1.example.net. hostmaster.example.com. ${serial} 3600 600 864000 300`),
    record('@', 'NS', 'ns1.example.net.'),
    { ...record('@', 'A', '192.0.2.1'), type: rrTypes.DNSKEY, rdata: key.dnskey },
    ...records,
  ];
  const now = Math.floor(Date.now() / 1_000);
  const validity = { inception: now - hourSeconds, expiration: now + 240 * hourSeconds };
  const signing = { zone, keys: [key], validity };
  const placeholder = digestRecord(serial, new Uint8Array(48));
  const added = signZone([...whole, placeholder], signing);
  const digest = digestRecord(serial, zoneDigest(zone, [...whole, ...added]));
  const signatures = added.filter((each) => !coversDigest(each));
  return [...whole, digest, ...signatures, key.sign(zone, [digest], validity)];
}

function digestRecord(serial: number, digest: Uint8Array): ResourceRecord {
  const data = { type: 'ZONEMD', serial, scheme: simpleScheme, hash: sha384Hash, digest } as const;
  return {
    ...record('@', 'A', '192.0.2.1'),
    type: rrTypes.ZONEMD,
    rdata: zonemdCodec.encode(data),
  };
}

function coversDigest({ type, rdata }: ResourceRecord): boolean {
  return type === rrTypes.RRSIG && rdata[0] === 0 && rdata[1] === rrTypes.ZONEMD;
}

type ArbitraryName = typeof arbitraryName extends fc.Arbitrary<infer Value> ? Value : never;

function recordsOf(names: readonly ArbitraryName[]): ResourceRecord[] {
  const byOwner = new Map(names.map((each) => [ownerOf(each.labels), each]));
  return [...byOwner].flatMap(([owner, { types, isAlias, hasSigner }]) => {
    if (isAlias) return [record(owner, 'CNAME', 'elsewhere.example.net.')];
    const isDelegation = types.includes('NS') && !owner.startsWith('*');
    const kept = isDelegation ? (['NS'] as const) : types.filter((type) => type !== 'NS');
    const sets = kept.flatMap((type) => values[type].map((value) => record(owner, type, value)));
    const signer = isDelegation && hasSigner;
    return [...sets, ...(signer ? [record(owner, 'DS', `1 13 2 ${'ab'.repeat(32)}`)] : [])];
  });
}

/** A `*` stands leftmost or nowhere. */
function ownerOf([first = 'a', ...rest]: readonly string[]): string {
  return [first, ...rest.map((label) => (label === '*' ? 'c' : label))].join('.');
}

function record(name: string, type: string, text: string): ResourceRecord {
  const code = typeCodeOf(type) ?? 0;
  return {
    name: Name.parse(name, zone),
    type: code,
    class: classes.IN,
    ttlSeconds: hourSeconds,
    rdata: parseRdata(code, text),
  };
}

function typedKeys<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[];
}
