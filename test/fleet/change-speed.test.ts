/**
 * How soon secondaries serve a change while many are made; only in npm run bench:changes. The servers,
 * the service and this process share the processors, so the figures depend on the machine.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { rrTypes } from '@hostmaster/dns';
import { requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import { until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../fuzz/random.ts';
import { registerWithRecords } from './change-zones.ts';
import { Figures } from './figures.ts';
import { Fleet, type Question } from './fleet.ts';
import { inWorkers } from './in-workers.ts';
import { ProcessorUse } from './processor-use.ts';
import { readScenario } from './scenario.ts';

const { changesPerSecond, servers, isSigned, seed } = readScenario();
const zones = Array.from({ length: 500 }, (_, index) => `speed-${index}.com`);
const goals = { knot: 250, bind: 250 } as const;

describe(`${changesPerSecond} changes a second${isSigned ? ' of signed zones' : ''}`, () => {
  const engine = createEngine('sqlite');
  let fleet: Fleet;

  beforeAll(async () => {
    requireDnsPeers();
    fleet = await Fleet.start(engine, servers);
    await fleet.addCredits();
    const random = new Random(seed);
    await inWorkers(zones, (domain) => registerWithRecords(fleet, domain, { random, years: 1 }));
    if (isSigned) await signAll();
    for (const kind of servers) {
      await inWorkers(zones, (name) =>
        fleet.untilAnswered(kind, { name, type: rrTypes.SOA }, { firstWaitMs: 100 }),
      );
    }
  }, 600_000);
  afterAll(() => fleet?.client.close());

  it('are served soon by every server that knows the zone', async () => {
    // The first thousands of calls are slower, until Node has compiled the code.
    await change(10, 'warm-up', async () => {});
    const api = new Figures();
    const served = new Map(servers.map((kind) => [kind, new Figures()]));
    const use = new ProcessorUse();
    await change(20, 'change', async ({ question, sentAt, repliedAt, index }) => {
      api.add(repliedAt - sentAt);
      if (index % 20 !== 0) return;
      await Promise.all(
        servers.map(async (kind) => {
          await fleet.untilAnswered(kind, question, { firstWaitMs: 5, waitMsMax: 20 });
          served.get(kind)?.add(performance.now() - repliedAt);
        }),
      );
    });
    const lines = [...served].map(([kind, figures]) => `${kind}: ${figures}`);
    process.stdout.write(
      [`API: ${api}`, ...lines, `processors: ${use}`].map((line) => `  ${line}\n`).join(''),
    );
    for (const kind of ['knot', 'bind'] as const) {
      const figures = served.get(kind);
      if (figures !== undefined) expect(figures.at(0.99), kind).toBeLessThan(goals[kind]);
    }
  }, 300_000);

  /** Secondaries need not have them signed yet: each answer of the measurement is newer. */
  async function signAll(): Promise<void> {
    await inWorkers(zones, async (domain) => {
      await until(`${domain} is confirmed by the registry`, async () => {
        return (await fleet.client.request('enableDnssec', { domain })).status === 200;
      });
      await until(`${domain} is signed`, async () => {
        const { dnssec } = await fleet.client.call('getDnssec', { domain });
        return dnssec.phase !== 'signing';
      });
    });
  }

  async function change(
    seconds: number,
    label: string,
    onReply: (change: Change) => Promise<void>,
  ): Promise<void> {
    const changes = Array.from({ length: changesPerSecond * seconds }, async (_, index) => {
      await wait((index * 1_000) / changesPerSecond);
      const domain = zones[index % zones.length] ?? '';
      const name = `${label}-${index}`;
      const sentAt = performance.now();
      await fleet.client.call('createRecord', { domain, type: 'A', name, value: '192.0.2.8' });
      const repliedAt = performance.now();
      const question = { name: `${name}.${domain}`, type: rrTypes.A };
      await onReply({ question, sentAt, repliedAt, index });
    });
    await Promise.all(changes);
  }
});

interface Change {
  readonly question: Question;
  readonly sentAt: number;
  readonly repliedAt: number;
  readonly index: number;
}
