/**
 * A backup from before the key was replaced is restored, as docs/dnssec.md says: the restored zone has the old
 * key, the registry has the DS record of the new one. Then one from before the first key: the restored zone is
 * unsigned. Knot keeps the zone that it has until the DS record is
 * gone, and a client that asks unbound all the time never sees a bogus answer.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import {
  dig,
  freePort,
  haveSameSerial,
  type Peer,
  requireDnsPeers,
  startSecondary,
} from '@hostmaster/test-rig/dns-peers';
import { createEngine, type TestPlace } from '@hostmaster/test-rig/engines';
import { type ServerProcess, startServer } from '@hostmaster/test-rig/process';
import { randomNumbers, testSeed } from '@hostmaster/test-rig/seed';
import { contact, until } from '@hostmaster/test-rig/service';
import { beforeAll, describe, expect, it } from 'vitest';
import { Operator } from '../cli/operator.ts';
import { ContinuousClient, createAskedRecords } from './continuous-client.ts';
import { PhaseWalk } from './phase-walk.ts';
import { PrivateParent } from './private-parent.ts';
import { ValidatingResolver } from './validating-resolver.ts';

const domain = 'restored-key.com';
const apiKey = 'the-key-of-the-restore';
const names = 5;

interface Report {
  readonly differences: readonly { readonly name: string; readonly kind: string }[];
}

// The commands are those of SQLite; the other database has its own backups.
describe(`a backup from before a new key, seed ${testSeed}`, () => {
  const engine = createEngine('sqlite');
  let place: TestPlace;
  let dnsPort: number;
  let server: ServerProcess;
  let operator: Operator;
  let knot: Peer;
  let parent: PrivateParent;
  let resolver: ValidatingResolver;
  let walk: PhaseWalk;

  beforeAll(async () => {
    requireDnsPeers();
    place = await engine.place();
    dnsPort = await freePort();
    operator = new Operator(place);
    await serve('api,jobs,dns');
    const client = new ApiClient({ url: server.url, apiKey });
    engine.afterwards(async () => client.close());
    await client.call('registerDomain', { domain, contact });
    knot = await startSecondary('knot', { engine, place, primaryPort: dnsPort });
    await createAskedRecords(client, { domain, names });
    await untilCopied();
    parent = await PrivateParent.create({ domain, childPort: knot.port });
    engine.afterwards(() => parent.stop());
    await parent.publish(await parentZone());
    const ports = { parentPort: parent.port, childPorts: [knot.port] };
    resolver = await ValidatingResolver.start({ domain, anchor: parent.key, ...ports });
    engine.afterwards(() => resolver.stop());
    walk = new PhaseWalk({ domain, operator: () => operator, parent, resolver });
  }, 600_000);

  it('is restored without a bogus answer', { timeout: 1_200_000 }, async () => {
    const { files: unsigned } = await backup('unsigned.db');
    await operator.json('dnssec', 'on', domain);
    await walk.to('on');
    const [first] = (await walk.status()).keys;
    const { files: before } = await backup('before.db');
    await operator.json('dnssec', 'roll', domain);
    await walk.to('on');
    const [second] = (await walk.status()).keys;
    expect(second?.ds).not.toBe(first?.ds);
    // The registry is not restored: it has what it has now.
    const { files: now } = await backup('now.db');

    const random = randomNumbers(testSeed);
    const asking = new ContinuousClient({ resolver, domain, names, random });
    try {
      asking.phase = 'before';
      await asking.untilAnswers(20);
      server.kill('SIGKILL');
      await server.exited;
      await restore(before[0] ?? '', now[1] ?? '');
      // The registry has the DS record of a key that no longer exists here.
      expect((await walk.status()).keys).toEqual([first]);
      expect(await parentZone()).toContain(second?.ds.toLowerCase().split(' ').at(-1));
      await removeDs(asking);

      asking.phase = 'on again';
      await operator.json('dnssec', 'on', domain);
      await walk.to('on');
      await asking.untilAnswers(20);

      asking.phase = 'before the first key';
      const { files: later } = await backup('later.db');
      server.kill('SIGKILL');
      await server.exited;
      await restore(unsigned[0] ?? '', later[1] ?? '');
      expect((await walk.status()).keys).toEqual([]);
      await removeDs(asking);
    } finally {
      await asking.stop();
    }
    expect(asking.faults, resolver.log()).toEqual([]);
  });

  /** The steps of docs/dnssec.md after a restore. */
  async function removeDs(asking: ContinuousClient): Promise<void> {
    await operator.json('zone', 'republish');
    const { code, stdout } = await operator.run('registrar', 'reconcile', '--json');
    expect(code).toBe(1);
    const { differences } = JSON.parse(stdout) as Report;
    expect(differences).toContainEqual(expect.objectContaining({ name: domain, kind: 'ds' }));
    await operator.json('dnssec', 'off', domain);
    await operator.run('registrar', 'reconcile', '--repair');

    asking.phase += ', without answers for secondaries';
    await serve('api,jobs');
    await until('the DS record is being removed', async () => (await walk.status()).phase !== null);
    await walk.to(null);
    await asking.untilAnswers(20);
    expect(await dig(knot.port, domain, 'DNSKEY', '+short')).not.toBe('');

    asking.phase += ', with answers for secondaries';
    await stop();
    await serve('api,jobs,dns');
    await untilCopied();
    expect(await dig(knot.port, domain, 'DNSKEY', '+short')).toBe('');
    await asking.untilAnswers(20);
  }

  async function serve(roles: string): Promise<void> {
    server = await startServer(engine, {
      place,
      environment: {
        HOSTMASTER_FIRST_API_KEY: apiKey,
        HOSTMASTER_SANDBOX_DELAY: '20ms',
        HOSTMASTER_ROLES: roles,
        HOSTMASTER_DNS_LISTEN: `127.0.0.1:${dnsPort}`,
      },
    });
  }

  async function stop(): Promise<void> {
    server.kill('SIGTERM');
    await server.exited;
  }

  function backup(name: string): Promise<{ files: string[] }> {
    return operator.json('backup', join(place.dataDir, 'backups', name));
  }

  /** As docs/operations.md says. */
  async function restore(database: string, registry: string): Promise<void> {
    const dataDir = join(place.dataDir, 'restored');
    await mkdir(dataDir);
    await copyFile(database, join(dataDir, 'hostmaster.db'));
    await copyFile(registry, join(dataDir, 'registry.db'));
    await copyFile(join(place.dataDir, 'secret.key'), join(dataDir, 'secret.key'));
    place = { dataDir, databaseUrl: null };
    operator = new Operator(place);
  }

  function parentZone(): Promise<string> {
    return operator.text('sandbox', 'zone', 'com');
  }

  async function untilCopied(): Promise<void> {
    const ports = [dnsPort, knot.port];
    await until('the secondary has the latest version', () => haveSameSerial(domain, ports));
  }
});
