/** Ready answers are never older than what the zone cache would answer. */

import {
  decodeMessage,
  encodeMessage,
  makeMessage,
  Name,
  parseIpAddress,
  type ResourceRecord,
  rrTypes,
} from '@hostmaster/dns';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { catalogSoa } from '../zones/catalog.ts';
import { standardSoa } from '../zones/soa-settings.ts';
import { ZoneContent } from '../zones/zone-content.ts';
import { AnswerCache } from './answer-cache.ts';
import { CustomerTransfers } from './customer-transfers.ts';
import { EdnsOptions } from './edns-options.ts';
import { Primary } from './primary.ts';
import type { ZoneCache } from './zone-cache.ts';

const clock = { now: () => 0 };
const zone = 'example.com';
const soa = (serial: number) => catalogSoa(zone, serial);
const hosts = ['www', 'a', 'b.a', '*.w', 'x.w'];

/** One change of the zone, or a query over UDP. */
const steps = fc.array(
  fc.oneof(
    fc.record({ host: fc.constantFrom(...hosts), octet: fc.nat(3), isRemoved: fc.boolean() }),
    fc.record({
      ask: fc.constantFrom(...hosts, 'q.w', 'WWW'),
      type: fc.constantFrom(rrTypes.A, rrTypes.TXT, rrTypes.ANY),
      edns: fc.constantFrom('none', 'plain', 'do', 'small'),
    }),
    fc.record({ isFresh: fc.boolean() }),
  ),
  { maxLength: 40 },
);

it('answers each query as it would without ready answers, after every change', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      const content = new ZoneContent(soa(1), []);
      const state = { isFresh: true };
      const cached = primaryOf(content, state);
      let serial = 1;
      let id = 0;
      for (const step of drawn) {
        if ('isFresh' in step) state.isFresh = step.isFresh;
        else if ('host' in step) {
          serial += 1;
          const record = addressAt(step.host, step.octet);
          const [removed, added] = step.isRemoved ? [[record], []] : [[], [record]];
          content.apply({ removed, added }, soa(serial));
        } else {
          id += 1;
          const packet = queryOf(id, step);
          const expected = await handle(primaryOf(content, { isFresh: false }), packet);
          expect(await handle(cached, packet)).toEqual(expected);
        }
      }
    }),
    { numRuns: 200 },
  );
});

it('is used for a repeated query, with its id, and only for plain ones over UDP', async () => {
  const content = new ZoneContent(soa(1), [addressAt('www', 1)]);
  const primary = primaryOf(content, { isFresh: true });
  const query = (id: number) => queryOf(id, { ask: 'www', type: rrTypes.A, edns: 'plain' });
  const peer = { address: '192.0.2.1', port: 53 };
  expect(primary.handleKnown({ packet: query(1), peer })).toBeUndefined();
  const first = await handle(primary, query(1));
  const known = primary.handleKnown({ packet: query(513), peer });
  expect(decodeMessage(known ?? new Uint8Array()).id).toBe(513);
  expect(known?.subarray(2)).toEqual(first?.subarray(2));
  const soaQuery = queryOf(2, { ask: '@', type: rrTypes.SOA, edns: 'none' });
  await handle(primary, soaQuery);
  expect(primary.handleKnown({ packet: soaQuery, peer })).toBeUndefined();
});

it('keeps a bounded number of octets, the newest ones', () => {
  const content = new ZoneContent(soa(1), []);
  const answers = new AnswerCache<{ version: number }>({
    stateOf: ({ version }) => (version === content.version ? 'current' : 'outdated'),
    bytesMax: 10_000,
  });
  const query = (index: number) => queryOf(1, { ask: `h${index}`, type: rrTypes.A, edns: 'none' });
  for (let index = 0; index < 100; index += 1) {
    const reply = new Uint8Array(500).fill(index);
    answers.keep(query(index), { reply, rcode: 0 }, { version: content.version });
    expect(answers.bytes).toBeLessThanOrEqual(10_000);
  }
  expect(answers.find(query(0))).toBeNull();
  expect(answers.find(query(99))?.reply[9]).toBe(99);
  content.add(addressAt('www', 1));
  expect(answers.find(query(99))).toBeNull();
});

function primaryOf(content: ZoneContent, state: { readonly isFresh: boolean }): Primary {
  const cache: Pick<ZoneCache, 'find' | 'stateOf' | 'expire'> = {
    find: async () => content,
    stateOf: ({ version }) => {
      if (!state.isFresh) return 'unknown';
      return version === content.version ? 'current' : 'outdated';
    },
    expire: () => {},
  };
  return new Primary({
    customerTransfers: new CustomerTransfers({
      database: {} as HostmasterDatabase,
      clock,
      log: pino({ level: 'silent' }),
      rate: null,
      keys: { note: () => {}, noteAsked: async () => {} },
      soaDefaults: standardSoa,
    }),
    soaDefaults: standardSoa,
    database: { beginTurn: () => {} } as HostmasterDatabase,
    clock,
    cache: cache as ZoneCache,
    catalog: 'catalog.invalid',
    findKey: async () => null,
    isSecondaryAddress: () => false,
    onHeld: () => {},
    onSent: () => {},
    log: pino({ level: 'silent' }),
    responseRate: null,
    identity: { version: null, name: null },
    edns: new EdnsOptions({ cookieSecrets: () => [new Uint8Array(16)], nsid: 'ns-test', clock }),
  });
}

/** As the UDP listener does it. */
async function handle(primary: Primary, packet: Uint8Array): Promise<Uint8Array | null> {
  const peer = { address: '192.0.2.1', port: 53 };
  const known = primary.handleKnown({ packet, peer });
  if (known !== undefined) return known;
  const message = decodeMessage(packet);
  return (await primary.handle({ transport: 'udp', peer, packet, message })) as Uint8Array;
}

function queryOf(
  id: number,
  query: { readonly ask: string; readonly type: number; readonly edns: string },
): Uint8Array {
  const name = Name.parse(query.ask === '@' ? zone : `${query.ask}.${zone}`);
  const udpPayloadBytes = query.edns === 'small' ? 512 : 1_232;
  const edns = { udpPayloadBytes, version: 0, dnssecOk: query.edns === 'do', options: [] };
  return encodeMessage(
    makeMessage(id, {
      questions: [{ name, type: query.type, class: 1 }],
      ...(query.edns === 'none' ? {} : { edns }),
    }),
  );
}

function addressAt(host: string, octet: number): ResourceRecord {
  const rdata = parseIpAddress(`192.0.2.${octet}`) ?? new Uint8Array();
  const name = Name.parse(`${host}.${zone}`);
  return { name, type: rrTypes.A, class: 1, ttlSeconds: 300, rdata };
}
