/**
 * Four real secondaries, set up as docs/secondaries.md says, while zones come, change and go and
 * servers fail. At the end every server answers every question with the content of the API.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { rrTypes } from '@hostmaster/dns';
import { requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { createEngine } from '@hostmaster/test-rig/engines';
import type { PeerKind } from '@hostmaster/test-rig/secondary-servers';
import { contact } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedRecords } from '../dns/zone-copy.ts';
import { Random } from '../fuzz/random.ts';
import { changeZone, patiently, registerWithRecords } from './change-zones.ts';
import { disturb, disturbances } from './disturb-fleet.ts';
import { type Expectation, expectationsOf, isExpected } from './expected-answers.ts';
import { Figures } from './figures.ts';
import { findWrong, type Questions, type ZoneQuestion } from './find-wrong.ts';
import { Fleet, fleetKinds } from './fleet.ts';
import { inWorkers } from './in-workers.ts';
import { readScenario } from './scenario.ts';

const scenario = readScenario();
const workers = 8;
/** Zones of one year are released when the calendar moves; the others stay. */
const isShort = (index: number) => index % 10 === 0;
const catalogServers: readonly PeerKind[] = ['knot', 'bind', 'nsd'];

describe(`a fleet of secondaries (seed ${scenario.seed})`, () => {
  const engine = createEngine('sqlite');
  const random = new Random(scenario.seed);
  const zones: string[] = [];
  const released: string[] = [];
  let fleet: Fleet;

  beforeAll(async () => {
    requireDnsPeers();
    fleet = await Fleet.start(engine, fleetKinds);
    await fleet.addCredits();
  }, 600_000);
  afterAll(() => fleet?.client.close());

  it('serves every zone of a burst of registrations', async () => {
    const { count, seconds } = scenario.burst;
    const newZone = new Map(catalogServers.map((kind) => [kind, new Figures()]));
    const startedAt = performance.now();
    let lastAt = 0;
    const registrations = Array.from({ length: count }, async (_, index) => {
      await wait((index * seconds * 1_000) / count);
      const domain = `burst-${index}.com`;
      await fleet.client.call('registerDomain', { domain, years: 10, contact });
      const registeredAt = performance.now();
      for (const name of ['first', 'last']) {
        await fleet.client.call('createRecord', { domain, type: 'A', name, value: '192.0.2.7' });
      }
      lastAt = Math.max(lastAt, performance.now());
      zones.push(domain);
      const question = { name: `last.${domain}`, type: rrTypes.A };
      const isSample = index % Math.ceil(count / 50) === 0;
      await Promise.all(
        catalogServers.map(async (kind) => {
          await fleet.untilAnswered(kind, question, { firstWaitMs: isSample ? 20 : 500 });
          if (isSample) newZone.get(kind)?.add(performance.now() - registeredAt);
        }),
      );
    });
    await Promise.all(registrations);
    const servedMs = performance.now() - lastAt;
    const took = ((lastAt - startedAt) / 1_000).toFixed(0);
    report(
      `${count} registrations in ${took} s: all served ${Math.round(servedMs)} ms after the last`,
    );
    for (const [kind, figures] of newZone) report(`new zone on ${kind}: ${figures}`);
    if (!scenario.isFull) return;
    expect(servedMs).toBeLessThan(5_000);
  }, 300_000);

  it(
    'registers and releases zones while servers fail',
    async () => {
      const names = Array.from({ length: scenario.zones }, (_, index) => `zone-${index}.com`);
      await inWorkers(names, async (domain, index) => {
        await registerWithRecords(fleet, domain, { random, years: isShort(index) ? 1 : 10 });
      });
      zones.push(...names.filter((_, index) => !isShort(index)));
      released.push(...names.filter((_, index) => isShort(index)));
      const endAt = performance.now() + scenario.seconds * 1_000;
      const changing = Promise.all(
        Array.from({ length: workers }, (_, worker) => changeUntil(endAt, worker)),
      );
      const forMs = Math.min(20_000, scenario.seconds * 250);
      for (let turn = 0; turn < disturbances.length || performance.now() < endAt; turn += 1) {
        const kind = disturbances[turn % disturbances.length] ?? 'kill';
        report(await disturb(fleet, kind, { random, forMs }));
        if (turn === 0) {
          await fleet.command('sandbox', 'advance', '400d', '--json');
          // Few zones may be removed without confirmation.
          if (scenario.isFull) {
            await fleet.command('zone', 'confirm-removals', String(scenario.zones));
          }
        }
      }
      report(`${(await changing).reduce((sum, count) => sum + count, 0)} changes`);
      // A name that was released can be registered again, with other content.
      for (const domain of released.splice(0, Math.floor(released.length / 2))) {
        await registerWithRecords(fleet, domain, { random, years: 1 });
        zones.push(domain);
      }
    },
    scenario.seconds * 1_000 + 600_000,
  );

  it('ends with the content of the API in every answer of every server', async () => {
    const questions: (Expectation & { readonly zone: string })[] = [];
    await inWorkers(zones, async (zone) => {
      const expectations = expectationsOf(zone, await publishedRecords(fleet.client, zone));
      questions.push(...expectations.map((expected) => ({ ...expected, zone })));
    });
    await expectOfEachServer({ questions, isRight: isExpected });
    report(`${questions.length} questions on ${zones.length} zones`);
  }, 900_000);

  it('ends without the zones that were released, on every server', async () => {
    const questions = released.map((zone) => ({ name: zone, type: rrTypes.SOA, zone }));
    await expectOfEachServer({ questions, isRight: (reply) => !reply.authoritative });
  }, 900_000);

  /** One after the other, so that the result of each is known even when one fails. */
  async function expectOfEachServer<Asked extends ZoneQuestion>(
    questions: Questions<Asked>,
  ): Promise<void> {
    const problems: object[] = [];
    for (const kind of fleetKinds) {
      const found = await findWrong(fleet, kind, questions);
      report(
        `${kind}: ${found.length === 0 ? 'every answer is right' : 'there are wrong answers'}`,
      );
      problems.push(...found);
    }
    expect(problems).toEqual([]);
  }

  async function changeUntil(endAt: number, worker: number): Promise<number> {
    const own = zones.filter((_, index) => index % workers === worker);
    const pauseMs = (workers * 1_000) / scenario.changesPerSecond;
    let changes = 0;
    while (performance.now() < endAt) {
      await patiently(() => changeZone(fleet, random.pick(own), random));
      changes += 1;
      await wait(pauseMs);
    }
    return changes;
  }
});

function report(line: string): void {
  if (scenario.isFull) process.stdout.write(`  ${line}\n`);
}
