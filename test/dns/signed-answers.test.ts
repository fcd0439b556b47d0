/**
 * Answers from a signed zone to clients that ask for DNSSEC: those of Knot, which has the same zone, and
 * valid for a client that knows its key.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  decodeMessage,
  type Edns,
  encodeMessage,
  type Message,
  makeMessage,
  Name,
  presentRdata,
  rrTypes,
  typeName,
} from '@hostmaster/dns';
import { grammarOf } from '@hostmaster/dns/records';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { requireDnsPeers, startSecondary } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coveredType } from '../../packages/server/src/zones/answer-question.ts';
import { comparedQueries, comparedRecords, drawFrom } from './question-set.ts';
import { RawClient } from './raw-exchange.ts';
import { signDomain } from './sign-domain.ts';

const run = promisify(execFile);
const zone = 'signed-answers.com';
const seed = 17;
const edns: Edns = { udpPayloadBytes: 1_232, version: 0, dnssecOk: true, options: [] };

const unlike: ReadonlySet<number> = new Set([rrTypes.RRSIG, rrTypes.NSEC, rrTypes.ANY]);

describe('answers from a signed zone', () => {
  const engine = createEngine('sqlite');
  const service = new TestService(engine, {});
  let knotPort = 0;

  beforeAll(async () => {
    requireDnsPeers();
    requirePrograms({ programs: ['delv'], packages: ['bind9-dnsutils'] });
    await service.start();
    const { client } = await service.workspace();
    const { place, dnsPort: primaryPort } = service;
    await service.liveDomain(client, zone);
    const nameservers = [`ns1.${zone}`, 'ns.example.net'];
    await client.call('replaceNameservers', { domain: zone, nameservers });
    await client.call('changeRecords', { domain: zone, creates: [...comparedRecords()] });
    await client.call('changeRecords', {
      domain: zone,
      creates: [
        { type: 'A', name: 'ask', value: '192.0.2.1' },
        { type: 'A', name: '*.expanded', value: '192.0.2.1' },
        { type: 'A', name: 'below.empty', value: '192.0.2.1' },
        { type: 'CNAME', name: 'alias', value: `x.expanded.${zone}.` },
        { type: 'CNAME', name: 'dangling', value: `missing.${zone}.` },
        { type: 'NS', name: 'unsigned', value: 'ns.example.net.' },
        { type: 'NS', name: 'secure', value: 'ns.example.net.' },
        { type: 'DS', name: 'secure', value: `1 13 2 ${'ab'.repeat(32)}` },
        ...hostsOf('MX', { owner: 'few', hosts: 5, prefix: '10 ' }),
        ...hostsOf('MX', { owner: 'many', hosts: 19, prefix: '10 ' }),
        ...hostsOf('NS', { owner: 'served', hosts: 8, prefix: '' }),
      ],
    });
    await signDomain(service, zone);
    const knot = await startSecondary('knot', { engine, place, primaryPort });
    knotPort = knot.port;
    await until('Knot has the signed zone', async () =>
      /status: NOERROR.*ANSWER: 1/s.test(await knot.dig(zone, 'DNSKEY')),
    );
  });
  afterAll(() => service.stop());

  it('are those of Knot', async () => {
    await using ours = await RawClient.open(service.dnsPort);
    await using knot = await RawClient.open(knotPort);
    const unexplained: object[] = [];
    for (const { label, message } of queries()) {
      // No validator asks for these; the servers choose different sets to answer with.
      if (unlike.has(message.questions[0]?.type ?? 0)) continue;
      const packet = encodeMessage({ ...message, edns });
      const packets = await Promise.all([ours.ask('tcp', packet), knot.ask('tcp', packet)]);
      const [mine, theirs] = packets.map((reply) => shown(decodeMessage(reply)));
      if (JSON.stringify(mine) !== JSON.stringify(theirs))
        unexplained.push({ label, mine, theirs });
    }
    expect(unexplained).toEqual([]);
  });

  it('are whole or truncated, never without their proof', async () => {
    await using ours = await RawClient.open(service.dnsPort);
    let truncated = 0;
    for (const { label, message } of queries()) {
      const packet = encodeMessage({ ...message, edns });
      const small = decodeMessage(await ours.ask('udp', packet));
      const whole = decodeMessage(await ours.ask('tcp', packet));
      if (small.truncated) {
        truncated += 1;
        expect([small.answers, small.authorities], label).toEqual([[], []]);
      } else expect(shown(small), label).toEqual(shown(whole));
      // The second time it comes from the cache of answers.
      expect(shown(decodeMessage(await ours.ask('udp', packet))), label).toEqual(shown(small));
    }
    expect(truncated).toBeGreaterThan(0);
  });

  it('over UDP are as large as the client takes, and whole or truncated', async () => {
    await using ours = await RawClient.open(service.dnsPort);
    const seen = { truncated: new Set<string>(), shortened: new Set<string>() };
    for (const { label, message } of drawnQueries()) {
      for (const dnssecOk of [false, true]) {
        const tcpEdns = { ...edns, dnssecOk };
        const whole = decodeMessage(
          await ours.ask('tcp', encodeMessage({ ...message, edns: tcpEdns })),
        );
        expect(whole.truncated, label).toBe(false);
        if (dnssecOk && !isReferral(whole)) {
          const isSigned = (set: Message['additionals']) =>
            set[0]?.type !== rrTypes.RRSIG && set.at(-1)?.type === rrTypes.RRSIG;
          expect(
            optionalSets(whole).filter((set) => !isSigned(set)),
            label,
          ).toEqual([]);
        }
        for (const offered of dnssecOk ? sizes : [null, ...sizes]) {
          const asked = offered === null ? null : { ...tcpEdns, udpPayloadBytes: offered };
          const reply = await ours.ask('udp', encodeMessage({ ...message, edns: asked }));
          const size = `${offered} ${dnssecOk ? 'with' : 'without'} DO`;
          const at = `${label} ${size}`;
          const bytesMax = Math.min(offered ?? 512, udpBytesMax);
          expect(reply.length, at).toBeLessThanOrEqual(bytesMax);
          const small = decodeMessage(reply);
          // The answer of TCP with its first optional sets: how large it is, and which parts it has.
          const sets = optionalSets(whole);
          const bytesOf = (count: number) => {
            const additionals = [...glueOf(whole), ...sets.slice(0, count).flat()];
            return encodeMessage({ ...whole, additionals, edns: small.edns }).length;
          };
          expect(small.truncated, at).toBe(bytesOf(0) > bytesMax);
          if (small.truncated) {
            seen.truncated.add(size);
            expect([small.answers, small.authorities, small.additionals], at).toEqual([[], [], []]);
            continue;
          }
          const count = sets.findIndex((_, index) => bytesOf(index + 1) > bytesMax);
          const fitting = count < 0 ? sets : sets.slice(0, count);
          if (count >= 0) seen.shortened.add(size);
          const additionals = [...glueOf(whole), ...fitting.flat()];
          expect(sectionsOf(small), at).toEqual(sectionsOf({ ...whole, additionals }));
        }
      }
    }
    // Each size was too small for some answer, and for some of the additional sets.
    const everySize = sizes.flatMap((size) => [`${size} without DO`, `${size} with DO`]);
    expect([...seen.truncated].sort()).toEqual(['null without DO', ...everySize].sort());
    expect([...seen.shortened].sort()).toEqual(['null without DO', ...everySize].sort());
  });

  it('to clients that do not ask for DNSSEC have no signature and no proof', async () => {
    await using ours = await RawClient.open(service.dnsPort);
    for (const { label, message } of queries()) {
      const asked = message.questions[0]?.type;
      if (asked === rrTypes.RRSIG || asked === rrTypes.NSEC) continue;
      const { answers, authorities, additionals } = decodeMessage(
        await ours.ask('tcp', encodeMessage({ ...message, edns: null })),
      );
      const types = [...answers, ...authorities, ...additionals].map(({ type }) => type);
      expect(types, label).not.toContain(rrTypes.RRSIG);
      expect(types, label).not.toContain(rrTypes.NSEC);
    }
  });

  it.each([
    ['a name', 'ask', 'A', 'fully validated'],
    ['an expanded wildcard', 'x.expanded', 'A', 'fully validated'],
    ['a CNAME to an expanded wildcard', 'alias', 'A', 'fully validated'],
    ['the apex', '@', 'SOA', 'fully validated'],
    ['the keys', '@', 'DNSKEY', 'fully validated'],
    ['a name that does not exist', 'missing', 'A', 'negative response, fully validated'],
    ['a type that does not exist', 'ask', 'AAAA', 'negative response, fully validated'],
    ['a type that a wildcard lacks', 'x.expanded', 'AAAA', 'negative response, fully validated'],
    ['an empty non-terminal', 'empty', 'A', 'negative response, fully validated'],
    ['the missing DS of a delegation', 'unsigned', 'DS', 'negative response, fully validated'],
    ['the DS of a delegation', 'secure', 'DS', 'fully validated'],
  ])('validate: %s', async (_, name, type, expected) => {
    expect(await delv(name === '@' ? zone : `${name}.${zone}`, type)).toContain(`; ${expected}`);
  });

  async function delv(name: string, type: string): Promise<string> {
    await using ours = await RawClient.open(service.dnsPort);
    const question = { name: Name.parse(zone), type: rrTypes.DNSKEY, class: 1 };
    const packet = encodeMessage(makeMessage(1, { questions: [question] }));
    const [key] = decodeMessage(await ours.ask('tcp', packet)).answers;
    const [flags, protocol, algorithm, ...data] = presentRdata(key ?? expect.unreachable()).split(
      ' ',
    );
    const anchor = `"${zone}" static-key ${flags} ${protocol} ${algorithm} "${data.join('')}";`;
    const file = join(service.place.dataDir, 'anchors');
    await writeFile(file, `trust-anchors { ${anchor} };\n`);
    const place = ['@127.0.0.1', '-p', String(service.dnsPort)];
    const { stdout } = await run(
      'delv',
      [...place, '-a', file, `+root=${zone}`, '+nocomments', name, type],
      { env: environment },
    );
    return stdout;
  }
});

/** Names of every kind with many types. */
function queries() {
  const own = ['ask', 'x.expanded', 'y.x.expanded', 'expanded', 'empty', 'alias', 'dangling'];
  const cuts = ['unsigned', 'x.unsigned', 'secure', 'x.secure', '*.expanded', 'zzz', '0'];
  const types = [rrTypes.A, rrTypes.AAAA, rrTypes.DS, rrTypes.NSEC, rrTypes.DNSKEY, rrTypes.TXT];
  const further = [...own, ...cuts].flatMap((name) =>
    types.map((type) => ({
      label: `${name} ${typeName(type)}`,
      message: makeMessage(1, {
        questions: [{ name: Name.parse(`${name}.${zone}`), type, class: 1 }],
      }),
    })),
  );
  const compared = comparedQueries(zone, seed, 0).map(({ label, message }) => ({ label, message }));
  return [...compared, ...further];
}

/** Octets of UDP that clients offer. */
const sizes = [512, 700, 1_232, 4_096] as const;
/** What the server sends at most. */
const udpBytesMax = 1_232;

/** A set of names that are below it, each with addresses of both kinds. */
function hostsOf(
  type: 'MX' | 'NS',
  { owner, hosts, prefix }: { owner: string; hosts: number; prefix: string },
) {
  return Array.from({ length: hosts }, (_, index) => {
    const name = `host-${index}.${owner}`;
    return [
      { type, name: owner, value: `${prefix}${name}.${zone}.` },
      { type: 'A' as const, name, value: `192.0.2.${index}` },
      { type: 'AAAA' as const, name, value: `2001:db8::${index}` },
    ];
  }).flat();
}

/** Some of all questions, and some of those about sets that the zone has. */
function drawnQueries() {
  const draw = drawFrom(seed);
  const all = queries();
  const hosts = ['few', 'many', 'served'].map((name) => ({ name, type: 'MX' as const }));
  const own = [...comparedRecords(), ...hosts];
  const existing = own.map(({ name, type }) => ({
    label: `${name} ${type}`,
    message: makeMessage(1, {
      questions: [
        {
          name: Name.parse(name === '@' ? zone : `${name}.${zone}`),
          type: grammarOf(type).wire?.typeCode ?? expect.unreachable(),
          class: 1,
        },
      ],
    }),
  }));
  const some = (from: typeof all) => Array.from({ length: 60 }, () => from[draw(from.length)]);
  const always = existing.filter(({ label }) => /^(few|many|served|big|huge) /.test(label));
  return [...some(all), ...some(existing), ...always].filter((query) => query !== undefined);
}

function isReferral({ authorities }: Message): boolean {
  return authorities.some(({ type }) => type === rrTypes.NS);
}

/** The addresses of nameservers below the name that they serve, which a referral cannot do without. */
function glueOf({ authorities, additionals }: Message): Message['additionals'] {
  const cut = authorities.find(({ type }) => type === rrTypes.NS)?.name;
  if (cut === undefined) return [];
  return additionals.filter(({ name }) => name.isAtOrBelow(cut));
}

/** The other additional records, each set with its signatures. */
function optionalSets(message: Message): Message['additionals'][] {
  const glue = new Set(glueOf(message));
  const sets = Map.groupBy(
    message.additionals.filter((each) => !glue.has(each)),
    (each) => `${each.name} ${each.type === rrTypes.RRSIG ? coveredType(each) : each.type}`,
  );
  return [...sets.values()];
}

function sectionsOf({ answers, authorities, additionals }: Message) {
  return [answers, authorities, additionals].map((records) =>
    records.map((each) => `${each.name} ${typeName(each.type)} ${presentRdata(each)}`),
  );
}

/** What a validator looks at. Names in the data may have another case. */
function shown({ rcode, authoritative, answers, authorities }: Message) {
  const section = (records: Message['answers']) =>
    [
      ...new Set(
        records.map((each) =>
          `${each.name} ${each.ttlSeconds} ${typeName(each.type)} ${presentRdata(each)}`.toLowerCase(),
        ),
      ),
    ].sort();
  return { rcode, authoritative, answers: section(answers), authorities: section(authorities) };
}
