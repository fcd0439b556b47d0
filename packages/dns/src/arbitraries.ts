/** Random names, records and messages for the property tests of this package. */
import fc from 'fast-check';
import { concatBytes, u16, u32 } from './bytes.ts';
import { type Message, makeMessage, type ResourceRecord } from './message.ts';
import { Name } from './name.ts';
import { classes, rrTypes } from './protocol.ts';
import { soaCodec } from './rdata/soa.ts';

const u16s = fc.nat(65_535);
const u32s = fc.nat(0xffff_ffff);

/** Few distinct labels, so that names share suffixes and compression has work to do. */
const label = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('www', 'mail', 'example', 'com', 'net', 'Example', '_tcp', '*')
      .map(ascii),
  },
  { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 63 }) },
);

export const names: fc.Arbitrary<Name> = fc
  .array(label, { maxLength: 6 })
  .filter((labels) => labels.reduce((sum, { length }) => sum + length + 1, 1) <= 255)
  .map((labels) => Name.fromLabels(labels));

const octets = (maxLength: number) => fc.uint8Array({ maxLength });

const soa = fc
  .record({
    type: fc.constant('SOA' as const),
    primary: names,
    mailbox: names,
    serial: u32s,
    refreshSeconds: u32s,
    retrySeconds: u32s,
    expireSeconds: u32s,
    negativeTtlSeconds: u32s,
  })
  .map((data) => soaCodec.encode(data));

const strings = fc
  .array(octets(255), { minLength: 1, maxLength: 3 })
  .map((parts) => concatBytes(parts.flatMap((part) => [Uint8Array.of(part.length), part])));

const charStrings = (count: number) =>
  fc
    .array(octets(255), { minLength: count, maxLength: count })
    .map((parts) => concatBytes(parts.flatMap((part) => [Uint8Array.of(part.length), part])));

/** A digit and a power of ten. */
const precision = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.nat(9))
  .map(([digit, power]) => (digit << 4) | power);

const loc = fc
  .tuple(
    fc.tuple(precision, precision, precision),
    fc.integer({ min: -324_000_000, max: 324_000_000 }),
    fc.integer({ min: -648_000_000, max: 648_000_000 }),
    u32s,
  )
  .map(([sizes, latitude, longitude, altitude]) =>
    concatBytes([
      Uint8Array.of(0, ...sizes),
      u32(0x8000_0000 + latitude),
      u32(0x8000_0000 + longitude),
      u32(altitude),
    ]),
  );

const prefixed = (bytes: number) =>
  fc
    .tuple(fc.uint8Array({ minLength: bytes, maxLength: bytes }), names)
    .map(([prefix, name]) => concatBytes([prefix, name.wire]));

const svcb = fc
  .tuple(
    u16s,
    names,
    fc.uniqueArray(fc.integer({ min: 9, max: 65_534 }), { maxLength: 3 }),
    octets(20),
  )
  .map(([priority, target, keys, value]) =>
    concatBytes([
      u16(priority),
      target.wire,
      ...keys.toSorted((a, b) => a - b).flatMap((key) => [u16(key), u16(value.length), value]),
    ]),
  );

const fixed = (type: number, length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((rdata) => ({ type, rdata }));

/** Well-formed RDATA of every kind that the codec treats in its own way. */
export const typedRdata: fc.Arbitrary<{ type: number; rdata: Uint8Array }> = fc.oneof(
  fixed(rrTypes.A, 4),
  fixed(rrTypes.AAAA, 16),
  fixed(rrTypes.TLSA, 35),
  fixed(rrTypes.DS, 36),
  fixed(rrTypes.DNSKEY, 36),
  fc
    .constantFrom(rrTypes.NS, rrTypes.CNAME, rrTypes.PTR, rrTypes.DNAME)
    .chain((type) => names.map((name) => ({ type, rdata: name.wire }))),
  prefixed(2).map((rdata) => ({ type: rrTypes.MX, rdata })),
  prefixed(6).map((rdata) => ({ type: rrTypes.SRV, rdata })),
  soa.map((rdata) => ({ type: rrTypes.SOA, rdata })),
  strings.map((rdata) => ({ type: rrTypes.TXT, rdata })),
  svcb.map((rdata) => ({ type: rrTypes.SVCB, rdata })),
  svcb.map((rdata) => ({ type: rrTypes.HTTPS, rdata })),
  octets(20).map((value) => ({
    type: rrTypes.CAA,
    rdata: concatBytes([Uint8Array.of(0, 5), ascii('issue'), value]),
  })),
  fixed(rrTypes.SSHFP, 22),
  fixed(rrTypes.SMIMEA, 35),
  fixed(rrTypes.CERT, 40),
  fixed(rrTypes.OPENPGPKEY, 40),
  fc
    .tuple(u16s, u16s, fc.uint8Array({ minLength: 1, maxLength: 40 }))
    .map(([priority, weight, target]) => ({
      type: rrTypes.URI,
      rdata: concatBytes([u16(priority), u16(weight), target]),
    })),
  charStrings(2).map((rdata) => ({ type: rrTypes.HINFO, rdata })),
  fc.tuple(names, names).map(([mailbox, text]) => ({
    type: rrTypes.RP,
    rdata: concatBytes([mailbox.wire, text.wire]),
  })),
  fc.tuple(u16s, u16s, charStrings(3), names).map(([order, preference, texts, replacement]) => ({
    type: rrTypes.NAPTR,
    rdata: concatBytes([u16(order), u16(preference), texts, replacement.wire]),
  })),
  loc.map((rdata) => ({ type: rrTypes.LOC, rdata })),
  fc
    .tuple(fc.integer({ min: 1000, max: 1010 }), octets(30))
    .map(([type, rdata]) => ({ type, rdata })),
);

export const records: fc.Arbitrary<ResourceRecord> = fc
  .record({ name: names, ttlSeconds: fc.nat(0x7fff_ffff), typed: typedRdata })
  .map(({ name, ttlSeconds, typed }) => ({ name, class: classes.IN, ttlSeconds, ...typed }));

const edns = fc.record({
  udpPayloadBytes: u16s,
  version: fc.nat(255),
  dnssecOk: fc.boolean(),
  options: fc.array(fc.record({ code: u16s, data: octets(12) }), { maxLength: 3 }),
});

export const messages: fc.Arbitrary<Message> = fc
  .record({
    id: u16s,
    response: fc.boolean(),
    opcode: fc.nat(15),
    authoritative: fc.boolean(),
    recursionDesired: fc.boolean(),
    recursionAvailable: fc.boolean(),
    authenticData: fc.boolean(),
    checkingDisabled: fc.boolean(),
    rcode: fc.nat(15),
    questions: fc.array(fc.record({ name: names, type: u16s, class: u16s }), { maxLength: 2 }),
    answers: fc.array(records, { maxLength: 5 }),
    authorities: fc.array(records, { maxLength: 3 }),
    additionals: fc.array(records, { maxLength: 3 }),
    edns: fc.option(edns),
  })
  .map(({ id, ...parts }) => makeMessage(id, parts));

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
