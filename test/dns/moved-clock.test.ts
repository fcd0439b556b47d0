/**
 * A signed zone whose servers live in one moved time: the service, Knot, BIND, NSD and a validating resolver. A
 * secondary is away for a day and for weeks, and the clock goes forward at once, also by mistake.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs, hourMs } from '@hostmaster/contract/durations';
import {
  Name,
  type ResourceRecord,
  rrsigCodec,
  rrTypes,
  soaCodec,
  soaSerial,
} from '@hostmaster/dns';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import {
  freePort,
  haveSameSerial,
  type Peer,
  requireDnsPeers,
  startSecondary,
} from '@hostmaster/test-rig/dns-peers';
import { describeOnOneEngine, type TestPlace } from '@hostmaster/test-rig/engines';
import { MovedClock } from '@hostmaster/test-rig/moved-clock';
import { type ServerProcess, startServer } from '@hostmaster/test-rig/process';
import { randomNumbers, testSeed } from '@hostmaster/test-rig/seed';
import { contact, until } from '@hostmaster/test-rig/service';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Operator } from '../cli/operator.ts';
import { askWhole, untilWhole } from './ask-transfer.ts';
import { ContinuousClient, createAskedRecords } from './continuous-client.ts';
import { PhaseWalk } from './phase-walk.ts';
import { PrivateParent } from './private-parent.ts';
import { ValidatingResolver } from './validating-resolver.ts';
import { useZoneCheckers } from './zone-checkers.ts';

const domain = 'moved-clock.com';
const apiKey = 'the-key-of-the-moved-clock';
const names = 5;
/** Less than the four days after which a secondary without contact stops answering. */
const stepMs = 3 * dayMs;
const kinds = ['knot', 'bind', 'nsd'] as const;
type Kind = (typeof kinds)[number];
/** Signing looks once a minute for what is due; the rest is for a machine with much other work. */
const minuteAndMoreMs = 240_000;

describeOnOneEngine(`a signed zone in moved time, seed ${testSeed}`, (engine) => {
  const faultsIn = useZoneCheckers();
  const random = randomNumbers(testSeed);
  let place: TestPlace;
  /** Everything but the service lives in the world, and the service in its own. */
  let world: MovedClock;
  let own: MovedClock;
  let dnsPort: number;
  let server: ServerProcess;
  let client: ApiClient;
  let operator: Operator;
  let peers: Record<Kind, Peer>;
  let resolver: ValidatingResolver;
  let asking: ContinuousClient;
  let isServing = false;
  /** Servers that this test has stopped and not started again. */
  const down = new Set<Kind>();
  let changes = 0;

  beforeAll(async () => {
    requireDnsPeers();
    [world, own] = [await MovedClock.create(engine), await MovedClock.create(engine)];
    place = await engine.place();
    dnsPort = await freePort();
    operator = new Operator(place);
    await serve();
    await client.call('registerDomain', { domain, contact });
    const start = (kind: Kind) =>
      startSecondary(kind, { engine, place, primaryPort: dnsPort, clock: world });
    peers = { knot: await start('knot'), bind: await start('bind'), nsd: await start('nsd') };
    await createAskedRecords(client, { domain, names });
    await untilCopied();
    const childPorts = kinds.map((kind) => peers[kind].port);
    const parent = await PrivateParent.create({ domain, childPort: peers.knot.port });
    engine.afterwards(() => parent.stop());
    await parent.publish(await operator.text('sandbox', 'zone', 'com'));
    const { key: anchor, port: parentPort } = parent;
    const resolverPlace = { domain, anchor, parentPort, childPorts, clock: world };
    resolver = await ValidatingResolver.start(resolverPlace);
    engine.afterwards(() => resolver.stop());
    const walk = new PhaseWalk({ domain, operator: () => operator, parent, resolver });
    await operator.json('dnssec', 'on', domain);
    await walk.to('on');
  }, 600_000);

  beforeEach(() => startAsking(null));
  afterEach(async ({ task }) => {
    await asking.stop();
    if (task.result?.state === 'fail') await repair();
  }, 300_000);

  for (const kind of kinds) {
    it(`answers without a fault while ${kind} is away for a day, and after`, async () => {
      await leave(kind);
      await pass(dayMs, kind);
      await whileStopped(async () => {
        await startPeer(kind);
        await until('it has loaded its copy', () => haveSameSerial(domain, [peers[kind].port]));
        // Its copy is a day old, and valid.
        expect(await faultsOf(kind)).toEqual([]);
        await asking.untilAnswers(20);
      });
      await expectSound();
    }, 300_000);

    it(`answers without a fault while ${kind} is away for three weeks, and after`, async () => {
      await leave(kind);
      for (let days = 0; days < 21; days += stepMs / dayMs) {
        await pass(stepMs, kind);
      }
      await whileStopped(async () => {
        await startPeer(kind);
        await until('it knows that its copy has ended', async () => {
          return (await peers[kind].dig(domain, 'SOA')).includes('status: SERVFAIL');
        });
        await asking.untilAnswers(20);
      });
      await expectSound();
    }, 600_000);
  }

  it('is valid again by itself after the clock goes 30 days forward at once', async () => {
    await stopAsking();
    await moveBy(30 * dayMs);
    await untilServed('signatures are made again', isFresh, { limitMs: minuteAndMoreMs });
    await expectSound();
  }, 600_000);

  it('is valid when the service starts again 30 days later', async () => {
    await stopAsking();
    await stop();
    await moveBy(30 * dayMs);
    await serve();
    await untilServed('signatures are made again', isFresh);
    await expectSound();
  }, 300_000);

  it('is valid again when the service starts with its clock set right that was 30 days ahead', async () => {
    await stopAsking();
    await own.moveBy(30 * dayMs);
    await untilServed(
      'signatures are made in the time to come',
      (records) => signaturesIn(records).some((each) => each.inception > nowSeconds()),
      { limitMs: minuteAndMoreMs, clock: own },
    );
    await stop();
    await own.moveBy(-30 * dayMs);
    await serve();
    await untilServed('signatures are made again', isFresh, { limitMs: minuteAndMoreMs });
    await expectSound();
  }, 900_000);

  async function serve(): Promise<void> {
    server = await startServer(engine, {
      place,
      environment: {
        ...own.environment,
        HOSTMASTER_FIRST_API_KEY: apiKey,
        HOSTMASTER_SANDBOX_DELAY: '20ms',
        HOSTMASTER_DNS_LISTEN: `127.0.0.1:${dnsPort}`,
      },
    });
    client = new ApiClient({ url: server.url, apiKey });
    isServing = true;
  }

  async function stop(): Promise<void> {
    isServing = false;
    client.close();
    server.kill('SIGKILL');
    await server.exited;
  }

  async function startPeer(kind: Kind): Promise<void> {
    await peers[kind].start();
    down.delete(kind);
  }

  async function stopPeer(kind: Kind): Promise<void> {
    down.add(kind);
    await peers[kind].stop();
  }

  /** What a failed test has left stopped or behind does not fail the tests after it. */
  async function repair(): Promise<void> {
    if (!isServing) await serve();
    for (const kind of down) {
      // A start that has failed may have left its process.
      await peers[kind].stop();
      await startPeer(kind);
    }
    await untilServed('signatures are made again', isFresh, { limitMs: minuteAndMoreMs });
    await untilCopied();
    await resolver.control('flush_zone', domain);
  }

  /** The service is there and does not answer; afterwards it does, also for the tests that follow a failed one. */
  async function whileStopped(work: () => Promise<void>): Promise<void> {
    server.kill('SIGSTOP');
    try {
      await work();
    } finally {
      server.kill('SIGCONT');
    }
  }

  async function moveBy(ms: number, away?: Kind): Promise<void> {
    // While they run, events that Knot has planned and a refresh that BIND has begun do not follow this clock.
    const there = (['knot', 'bind'] as const).filter((kind) => kind !== away);
    await Promise.all(there.map(stopPeer));
    await Promise.all([world.moveBy(ms), own.moveBy(ms)]);
    await Promise.all(there.map(startPeer));
  }

  /** Time passes for all, with a change of the zone and a start of the service in it. */
  async function pass(ms: number, away: Kind): Promise<void> {
    await stopAsking();
    await stop();
    await moveBy(ms, away);
    await serve();
    startAsking(away);
    changes += 1;
    await client.call('createRecord', { domain, type: 'TXT', name: `c${changes}`, value: 'text' });
    await untilServed('signatures are long enough', (records) => !isLate(records));
    const there = kinds.filter((kind) => kind !== away);
    await untilCopied(there);
    for (const kind of there) expect(await faultsOf(kind), kind).toEqual([]);
    await asking.untilAnswers(5);
  }

  function startAsking(away: Kind | null): void {
    asking = new ContinuousClient({ resolver, domain, names, random, restMs: 20 });
    asking.phase = `${away} is away`;
  }

  /** A question that is on its way while the clock is moved may get no answer. */
  async function stopAsking(): Promise<void> {
    await asking.stop();
    expect(asking.faults, resolver.log()).toEqual([]);
    expect(asking.answers).toBeGreaterThan(0);
  }

  /** As a machine that is shut down. */
  async function leave(kind: Kind): Promise<void> {
    const file = join(peers[kind].directory, 'zones', domain);
    if (kind === 'nsd') {
      // A newer version may be published meanwhile.
      await untilServed('NSD has written the zone', async ([soa = expect.unreachable()]) => {
        const text = await readFile(file, 'utf8').catch(() => '');
        const [, serial = null] = /\sSOA\s+\S+\s+\S+\s+\(?\s*(\d+)\s/.exec(text) ?? [];
        return serial !== null && Number(serial) >= soaSerial(soa.rdata);
      });
    }
    await stopPeer(kind);
  }

  /** All servers have the zone, it is valid, and a resolver accepts it. */
  async function expectSound(): Promise<void> {
    await untilCopied();
    for (const kind of kinds) expect(await faultsOf(kind), kind).toEqual([]);
    await until('the resolver answers', async () => {
      return (await resolver.ask(`n1.steady.${domain}`)) === '192.0.2.1';
    });
    await stopAsking();
  }

  async function untilCopied(of: readonly Kind[] = kinds): Promise<void> {
    const ports = [dnsPort, ...of.map((kind) => peers[kind].port)];
    await until(`${of.join(', ')} have the latest version`, () => haveSameSerial(domain, ports));
  }

  async function faultsOf(kind: Kind): Promise<string[]> {
    const { port, key } = peers[kind];
    const records = await untilWhole({ dnsPort: port }, { zone: domain, key, clock: world });
    return faultsIn(Name.parse(domain), records, world);
  }

  /** The service has a zone of which this holds. A transfer may fail while it is busy. */
  async function untilServed(
    what: string,
    isSo: (records: readonly ResourceRecord[]) => Promise<boolean> | boolean,
    { limitMs, clock = world }: { readonly limitMs?: number; readonly clock?: MovedClock } = {},
  ): Promise<void> {
    const wanted = { zone: domain, key: peers.knot.key, clock };
    const isServed = async () => {
      const records = await askWhole({ dnsPort }, wanted).catch(() => null);
      return records !== null && (await isSo(records));
    };
    await until(what, isServed, limitMs);
  }

  function nowSeconds(): number {
    return Math.floor(world.now() / 1_000);
  }

  /** Whether the zone may be answered from, for as long as a secondary may keep it alone. */
  function isLate(records: readonly ResourceRecord[]): boolean {
    const soa = records.find(({ type }) => type === rrTypes.SOA) ?? expect.unreachable();
    const { expireSeconds } = soaCodec.decode(soa.rdata);
    return signaturesIn(records).some(
      ({ expiration }) => expiration < nowSeconds() + expireSeconds,
    );
  }

  /** Whether each signature was made in the time that is. */
  function isFresh(records: readonly ResourceRecord[]): boolean {
    return (
      !isLate(records) &&
      signaturesIn(records).every(({ inception }) => inception < nowSeconds() - hourMs / 2_000)
    );
  }
});

function signaturesIn(records: readonly ResourceRecord[]) {
  return records
    .filter(({ type }) => type === rrTypes.RRSIG)
    .map(({ rdata }) => rrsigCodec.decode(rdata));
}
