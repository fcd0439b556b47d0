/**
 * The whole life of a signed domain, as a validating resolver sees it: on, a new key, off. The zone is held by
 * Knot, BIND and NSD, its parent by BIND, and a client asks unbound all the time. In each phase records change at
 * random, the service is killed, and the zone that each of the three has is checked by the programs of all. Calendar
 * time is moved; what a resolver remembers ends when a phase has waited for it, and now and then earlier.
 */
import { Name } from '@hostmaster/dns';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import {
  freePort,
  haveSameSerial,
  type Peer,
  requireDnsPeers,
  startSecondary,
} from '@hostmaster/test-rig/dns-peers';
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { type ServerProcess, startServer } from '@hostmaster/test-rig/process';
import { randomNumbers, testSeed } from '@hostmaster/test-rig/seed';
import { contact, until } from '@hostmaster/test-rig/service';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { Operator } from '../cli/operator.ts';
import { untilWhole } from './ask-transfer.ts';
import { ContinuousClient, createAskedRecords } from './continuous-client.ts';
import { PhaseWalk } from './phase-walk.ts';
import { PrivateParent } from './private-parent.ts';
import { arbitraryEdit, isAccepted } from './random-edits.ts';
import { ValidatingResolver } from './validating-resolver.ts';
import { useZoneCheckers } from './zone-checkers.ts';

const domain = 'rollover.com';
const apiKey = 'the-key-of-the-rollover';
const isLong = process.env.HOSTMASTER_TEST_LONG !== undefined;
const rolls = isLong ? 5 : 1;
const editsPerPhase = isLong ? 40 : 5;
/** More than one step of signing. */
const steadyNames = 150;

const title = `a domain that is signed, gets new keys and is unsigned, seed ${testSeed}`;

describeOnBothEngines(title, (engine) => {
  const faultsIn = useZoneCheckers();
  const random = randomNumbers(testSeed);
  let place: TestPlace;
  let dnsPort: number;
  let server: ServerProcess;
  let client: ApiClient;
  let operator: Operator;
  let peers: readonly [Peer, Peer, Peer];
  let parent: PrivateParent;
  let resolver: ValidatingResolver;

  beforeAll(async () => {
    requireDnsPeers();
    place = await engine.place();
    dnsPort = await freePort();
    operator = new Operator(place);
    await serve();
    await client.call('registerDomain', { domain, contact });
    const start = (kind: 'knot' | 'bind' | 'nsd') =>
      startSecondary(kind, { engine, place, primaryPort: dnsPort });
    peers = [await start('knot'), await start('bind'), await start('nsd')];
    await createAskedRecords(client, { domain, names: steadyNames });
    await untilCopied();
    const childPort = peers[0].port;
    parent = await PrivateParent.create({ domain, childPort });
    engine.afterwards(() => parent.stop());
    await parent.publish(await parentZone());
    resolver = await ValidatingResolver.start({
      domain,
      anchor: parent.key,
      parentPort: parent.port,
      childPorts: [childPort],
    });
    engine.afterwards(() => resolver.stop());
  }, 600_000);

  it('is never bogus, and its zone is valid in each phase', { timeout: 3_600_000 }, async () => {
    const asking = new ContinuousClient({ resolver, domain, names: steadyNames, random });
    const seen: (string | null)[] = [];
    const walk = new PhaseWalk({ domain, operator: () => operator, parent, resolver });
    const inEach = async (phase: string | null) => {
      seen.push(phase);
      asking.phase = phase;
      await change();
      await killAndServe();
      expect(await faults(phase), `${phase}`).toEqual([]);
      await asking.untilAnswers(5);
    };
    try {
      await operator.json('dnssec', 'on', domain);
      await walk.to('on', inEach);
      const first = (await walk.status()).keys;
      for (let roll = 0; roll < rolls; roll += 1) {
        const flags = roll % 2 === 0 ? [] : ['--compromised'];
        await operator.json('dnssec', 'roll', domain, ...flags);
        await killAndServe();
        await walk.to('on', inEach);
      }
      const last = (await walk.status()).keys;
      expect(last).toHaveLength(1);
      expect(last).not.toEqual(first);
      await operator.json('dnssec', 'off', domain);
      await walk.to(null, inEach);
    } finally {
      await asking.stop();
    }
    expect(asking.faults, resolver.log()).toEqual([]);
    expect(asking.answers).toBeGreaterThan(seen.length * 5);
    expect(seen.slice(0, 2)).toEqual(['waiting_for_caches', 'on']);
    expect(new Set(seen)).toEqual(
      new Set([
        'waiting_for_caches',
        'on',
        'waiting_for_key_in_caches',
        'waiting_for_new_ds',
        'waiting_for_old_ds',
        'waiting_for_ds_ttl',
        null,
      ]),
    );
  });

  it('would be seen to be bogus with a DS record that comes too early', async () => {
    const early = `${domain}. 300 IN DS 4711 13 2 ${'ab'.repeat(32)}\n`;
    await parent.replace(`${await parentZone()}${early}`);
    await resolver.control('flush_zone', 'com');
    await until('the client sees it', async () => {
      return (await resolver.ask(`n1.steady.${domain}`)) === 'ESERVFAIL';
    });
  });

  async function serve(): Promise<void> {
    server = await startServer(engine, {
      place,
      environment: {
        HOSTMASTER_FIRST_API_KEY: apiKey,
        HOSTMASTER_SANDBOX_DELAY: '20ms',
        HOSTMASTER_DNS_LISTEN: `127.0.0.1:${dnsPort}`,
      },
    });
    client = new ApiClient({ url: server.url, apiKey });
  }

  async function killAndServe(): Promise<void> {
    client.close();
    server.kill('SIGKILL');
    await server.exited;
    await serve();
  }

  function parentZone(): Promise<string> {
    return operator.text('sandbox', 'zone', 'com');
  }

  async function change(): Promise<void> {
    const seed = Math.floor(random() * 2 ** 31);
    for (const edit of fc.sample(arbitraryEdit, { seed, numRuns: editsPerPhase })) {
      // Other nameservers end DNSSEC.
      if (edit.kind !== 'nameservers') await isAccepted(client, domain, edit);
    }
    await untilCopied();
  }

  async function untilCopied(): Promise<void> {
    const ports = [dnsPort, ...peers.map(({ port }) => port)];
    await until('the secondaries have the latest version', () => haveSameSerial(domain, ports));
  }

  /** A zone that is not signed has no faults. */
  async function faults(phase: string | null): Promise<string[]> {
    await untilCopied();
    if (phase === null) return [];
    const found: string[] = [];
    for (const peer of peers) {
      const copy = await untilWhole({ dnsPort: peer.port }, { zone: domain, key: peer.key });
      const each = await faultsIn(Name.parse(domain), copy);
      found.push(...each.map((fault) => `${peer.kind}: ${fault}`));
    }
    return found;
  }
});
