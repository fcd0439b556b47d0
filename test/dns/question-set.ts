/** A zone with every kind of name, and a seeded set of questions about it. */
import {
  classes,
  type Edns,
  type Message,
  makeMessage,
  Name,
  opcodes,
  rrTypes,
} from '@hostmaster/dns';
import { recordGrammars, recordTypes } from '@hostmaster/dns/records';
import type { TestRecord } from './hostile-records.ts';

export interface Query {
  readonly label: string;
  readonly transport: 'udp' | 'tcp';
  readonly message: Message;
}

/** Relative names: `ns1` serves the zone, and has addresses here. */
export function comparedRecords(): readonly TestRecord[] {
  const examples = recordTypes
    .filter((type) => type !== 'ALIAS' && type !== 'CNAME' && type !== 'NS')
    .flatMap((type) =>
      recordGrammars[type].examples.map((value) => ({ type, name: 'every', value })),
    );
  return [...fixedRecords, ...examples];
}

const fixedRecords: readonly TestRecord[] = [
  { type: 'A', name: '@', value: '192.0.2.1' },
  { type: 'MX', name: '@', value: '10 mail.like-knot.com' },
  { type: 'MX', name: '@', value: '20 mail.example.net' },
  { type: 'TXT', name: '@', value: 'v=spf1 -all' },
  { type: 'CAA', name: '@', value: '0 issue "ca.example.net"' },
  { type: 'A', name: 'ns1', value: '192.0.2.53' },
  { type: 'AAAA', name: 'ns1', value: '2001:db8::53' },
  { type: 'A', name: 'mail', value: '192.0.2.25' },
  { type: 'AAAA', name: 'mail', value: '2001:db8::25' },
  { type: 'SRV', name: '_sip._tcp', value: '10 5 5060 mail.like-knot.com' },
  { type: 'SRV', name: '_sip._tcp', value: '20 5 5060 chain.like-knot.com' },
  { type: 'SRV', name: '_none._tcp', value: '0 0 0 .' },
  { type: 'HTTPS', name: '@', value: '1 . alpn="h2"' },
  { type: 'SVCB', name: '_dns', value: '1 mail.like-knot.com alpn="dot"' },
  { type: 'NAPTR', name: 'naptr', value: '1 1 "s" "SIP+D2T" "" _sip._tcp.like-knot.com' },
  { type: 'NAPTR', name: 'naptr', value: '2 1 "a" "SIP+D2T" "" mail.like-knot.com' },
  // Empty non-terminals: `b.c` and `c`, and `_tcp`.
  { type: 'TXT', name: 'a.b.c', value: 'deep' },
  // Wildcards, one below the other and one that an existing name hides.
  { type: 'A', name: '*.wild', value: '192.0.2.3' },
  { type: 'TXT', name: '*.wild', value: 'wild' },
  { type: 'MX', name: '*.wild', value: '10 mail.like-knot.com' },
  { type: 'TXT', name: 'held.wild', value: 'held' },
  { type: 'TXT', name: '*.sub.wild', value: 'further down' },
  { type: 'CNAME', name: '*.alias', value: 'mail.like-knot.com' },
  { type: 'CNAME', name: '*.out', value: 'www.example.net' },
  // Delegations: with glue, with servers elsewhere, with DS.
  { type: 'NS', name: 'glue', value: 'ns1.glue.like-knot.com' },
  { type: 'NS', name: 'glue', value: 'ns2.glue.like-knot.com' },
  { type: 'A', name: 'ns1.glue', value: '192.0.2.61' },
  { type: 'AAAA', name: 'ns1.glue', value: '2001:db8::61' },
  { type: 'A', name: 'ns2.glue', value: '192.0.2.62' },
  { type: 'TXT', name: 'hidden.glue', value: 'below the cut' },
  { type: 'NS', name: 'signed', value: 'ns.example.net' },
  { type: 'NS', name: 'signed', value: 'mail.like-knot.com' },
  { type: 'DS', name: 'signed', value: `1 13 2 ${'ab'.repeat(32)}` },
  { type: 'NS', name: 'sibling', value: 'ns1.glue.like-knot.com' },
  { type: 'NS', name: 'deep.cut', value: 'ns.example.net' },
  { type: 'DS', name: 'alone', value: `1 13 2 ${'cd'.repeat(32)}` },
  // CNAME chains: inside, out of the zone, into nothing, into a wildcard, a cut and themselves.
  { type: 'CNAME', name: 'chain', value: 'chain2.like-knot.com' },
  { type: 'CNAME', name: 'chain2', value: 'Mail.Like-Knot.com' },
  { type: 'CNAME', name: 'out', value: 'www.example.net' },
  { type: 'CNAME', name: 'lost', value: 'missing.like-knot.com' },
  { type: 'CNAME', name: 'nodata', value: 'a.b.c.like-knot.com' },
  { type: 'CNAME', name: 'towild', value: 'x.wild.like-knot.com' },
  { type: 'CNAME', name: 'tocut', value: 'x.glue.like-knot.com' },
  { type: 'CNAME', name: 'toapex', value: '@' },
  { type: 'CNAME', name: 'loop', value: 'loop2.like-knot.com' },
  { type: 'CNAME', name: 'loop2', value: 'loop.like-knot.com' },
  { type: 'CNAME', name: 'self', value: 'self.like-knot.com' },
  // DNAME: inside, out of the zone, into nothing, from a CNAME, into itself, and a target of 150 octets.
  { type: 'DNAME', name: 'moved', value: 'wild.like-knot.com' },
  { type: 'A', name: 'moved', value: '192.0.2.7' },
  { type: 'DNAME', name: 'gone.moved2', value: 'away.example.net' },
  { type: 'DNAME', name: 'broken', value: 'nothing.like-knot.com' },
  { type: 'DNAME', name: 'circle', value: 'x.circle.like-knot.com' },
  { type: 'DNAME', name: 'circle1', value: 'circle2.like-knot.com' },
  { type: 'DNAME', name: 'circle2', value: 'circle1.like-knot.com' },
  { type: 'DNAME', name: 'tall', value: `${'a'.repeat(60)}.${'b'.repeat(60)}.example.net` },
  { type: 'CNAME', name: 'tomoved', value: 'x.moved.like-knot.com' },
  { type: 'NS', name: '0/26', value: 'ns.example.net' },
  { type: 'CNAME', name: '1', value: '1.0/26.like-knot.com' },
  ...Array.from({ length: 12 }, (_, index) => ({
    type: 'CNAME' as const,
    name: `long${index}`,
    value: index === 11 ? 'mail.like-knot.com' : `long${index + 1}.like-knot.com`,
  })),
  // More than a UDP answer carries: without EDNS, with it, and in additional sets.
  ...Array.from({ length: 6 }, (_, index) => ({
    type: 'TXT' as const,
    name: 'big',
    value: `${index} ${'x'.repeat(100)}`,
  })),
  ...Array.from({ length: 12 }, (_, index) => ({
    type: 'TXT' as const,
    name: 'huge',
    value: `${index} ${'x'.repeat(200)}`,
  })),
  ...Array.from({ length: 8 }, (_, index) => ({
    type: 'NS' as const,
    name: 'wide',
    value: `nameserver-${index}.with-a-long-name.wide.like-knot.com`,
  })),
  ...Array.from({ length: 8 }, (_, index) => ({
    type: 'AAAA' as const,
    name: `nameserver-${index}.with-a-long-name.wide`,
    value: `2001:db8::8${index}`,
  })),
];

const questionTypes: readonly number[] = [
  ...recordTypes.flatMap((type) => recordGrammars[type].wire?.typeCode ?? []),
  rrTypes.SOA,
  rrTypes.ANY,
  rrTypes.DNAME,
  rrTypes.RRSIG,
  rrTypes.NSEC,
  rrTypes.DNSKEY,
  24,
  25,
  30,
  99,
  65_534,
];

const variants: readonly { readonly label: string; readonly parts: Partial<Message> }[] = [
  { label: 'plain', parts: {} },
  { label: 'rd', parts: { recursionDesired: true } },
  { label: 'cd ad', parts: { checkingDisabled: true, authenticData: true } },
  { label: 'edns 512', parts: { edns: edns({ udpPayloadBytes: 512 }) } },
  { label: 'edns 0', parts: { edns: edns({ udpPayloadBytes: 0 }) } },
  { label: 'edns 1232', parts: { edns: edns({}) } },
  { label: 'edns 4096', parts: { edns: edns({ udpPayloadBytes: 4096 }) } },
  { label: 'edns 700 do', parts: { edns: edns({ udpPayloadBytes: 700, dnssecOk: true }) } },
  { label: 'edns version 1', parts: { edns: edns({ version: 1 }) } },
  {
    label: 'edns unknown option',
    parts: { edns: edns({ options: [{ code: 65_001, data: Uint8Array.of(1, 2) }] }) },
  },
  { label: 'class ANY', parts: {} },
  { label: 'class CH', parts: {} },
  { label: 'opcode STATUS', parts: { opcode: 2 } },
];

function edns(parts: Partial<Edns>): Edns {
  return { udpPayloadBytes: 1232, version: 0, dnssecOk: false, options: [], ...parts };
}

/** Every name with every type once, and so many more with other options; all drawn by the seed. */
export function comparedQueries(zone: string, seed: number, more: number): Query[] {
  const draw = drawFrom(seed);
  const names = questionNames();
  const pairs = names.flatMap((name) => questionTypes.map((type) => ({ name, type })));
  const all = [
    ...pairs.map((pair) => ({ ...pair, variant: variants[draw(2) === 0 ? 0 : 5], isTcp: false })),
    ...Array.from({ length: more }, () => ({
      name: names[draw(names.length)] ?? '@',
      type: questionTypes[draw(questionTypes.length)] ?? 1,
      variant: variants[draw(variants.length)],
      isTcp: draw(4) === 0,
    })),
  ];
  return all.map(({ name, type, variant, isTcp }, index) => {
    const label = variant?.label ?? '';
    const full = name === '@' ? zone : name.endsWith('.') ? name : `${name}.${zone}`;
    const asked = draw(3) === 0 ? mixCase(full, draw) : full;
    const classCode =
      label === 'class ANY' ? classes.ANY : label === 'class CH' ? classes.CH : classes.IN;
    const transport = isTcp ? 'tcp' : 'udp';
    return {
      label: `${asked} ${type} ${label} ${transport}`,
      transport,
      message: makeMessage(index & 0xffff, {
        opcode: opcodes.QUERY,
        questions: [{ name: Name.parse(asked), type, class: classCode }],
        ...variant?.parts,
      }),
    };
  });
}

/** Questions that are not about records, or are not proper questions at all. */
export function unusualQueries(zone: string): Query[] {
  const name = Name.parse(zone);
  const question = { name, type: rrTypes.A, class: classes.IN };
  const ask = (type: number) => ({ questions: [{ ...question, type }] });
  const nsid = edns({ options: [{ code: 3, data: new Uint8Array() }] });
  const soa = { ...question, type: rrTypes.SOA, ttlSeconds: 0, rdata: new Uint8Array(22) };
  const messages: readonly [label: string, parts: Partial<Message>][] = [
    ['AXFR over UDP', ask(rrTypes.AXFR)],
    ['IXFR over UDP without a key', { ...ask(rrTypes.IXFR), authorities: [soa] }],
    ['type OPT', ask(rrTypes.OPT)],
    ['type TKEY', ask(rrTypes.TKEY)],
    ['type TSIG', ask(rrTypes.TSIG)],
    ['Type 0', ask(0)],
    ['type MAILB', ask(253)],
    ['NSID', { questions: [question], edns: nsid }],
    ['no question', {}],
    ['UPDATE without a key', { ...ask(rrTypes.SOA), opcode: opcodes.UPDATE }],
    ['opcode IQUERY', { questions: [question], opcode: 1 }],
    ['opcode 6', { questions: [question], opcode: 6 }],
  ];
  return messages.map(([label, parts], index) => ({
    label,
    transport: 'udp',
    message: makeMessage(index, parts),
  }));
}

/** Every owner, its parents, a name below it, and names that do not exist. */
function questionNames(): string[] {
  const owners = [...new Set(comparedRecords().map(({ name }) => name))].filter(
    (name) => !/^(?:long[1-9]|nameserver-[1-9])/.test(name),
  );
  const parents = owners.flatMap((name) =>
    name.split('.').map((_, at, labels) => labels.slice(at).join('.')),
  );
  const below = owners.map((name) => (name === '@' ? 'missing' : `below.${name}`));
  const redirected = [
    'held.moved',
    'x.y.moved',
    'x.circle1',
    `${'c'.repeat(63)}.${'d'.repeat(63)}.tall`,
  ];
  const wild = ['x.wild', 'x.y.wild', 'x.held.wild', 'x.sub.wild', 'y.x.alias', 'x.out', '*.none'];
  const outside = ['www.example.net.', 'com.', '.'];
  return [...new Set([...owners, ...parents, ...below, ...redirected, ...wild, ...outside])];
}

function mixCase(text: string, draw: (below: number) => number): string {
  return text.replace(/[a-z]/g, (letter) => (draw(2) === 0 ? letter : letter.toUpperCase()));
}

/** A small generator of numbers below a bound: the same ones for the same seed. */
export function drawFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}
