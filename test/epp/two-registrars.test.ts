/**
 * Two registrars, each with its own database and account, race for the same names at one registry.
 * The registry's process dies after a commit, a worker of the first registrar dies between
 * the registry's commit and its own, and replies are lost, late, doubled and cut off. Names show,
 * hide and blank their auth codes. HOSTMASTER_TEST_RACES sets the number of rounds for long runs.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dayMs } from '@hostmaster/contract/durations';
import type { FaultRule } from '@hostmaster/epp';
import { certificateFor } from '@hostmaster/registry/epp-front';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { type ProgramProcess, startProgram, startServer } from '@hostmaster/test-rig/process';
import { writeRegistryFiles } from '@hostmaster/test-rig/registry-front';
import { balanceOf, contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openSandboxRegistry } from '../../packages/server/src/adapters/sandbox/open-sandbox-registrar.ts';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { verifyLedger } from '../../packages/server/src/ledger/verify-ledger.ts';
import {
  type Fault,
  faultVariable,
  leaseVariable,
  markFile,
  markVariable,
} from '../crash/fault.ts';
import { openServiceAt, type ServiceAtRegistry } from './epp-service.ts';
import type { FrontOrders, FrontProcessSettings } from './front-process.ts';

const rounds = Number(process.env.HOSTMASTER_TEST_RACES ?? 1);
const accounts = ['hostmaster', 'rival'] as const;
const credentials = { hostmaster: 'correct horse', rival: 'battery staple' };
const codes = ['', 'sandbox-nocode-', 'sandbox-emptycode-'] as const;
const mishaps: readonly Omit<FaultRule, 'type'>[] = [
  { kind: 'drop-before-commit' },
  { kind: 'drop-after-commit' },
  { kind: 'delay', delayMs: 1_500 },
  { kind: 'duplicate' },
  { kind: 'half-frame' },
];
const transferCredits = 14;
const commitsBeforeDeath = 4;
/** More than the registry answers before it dies. */
const unrivalledNames = commitsBeforeDeath + 1;
const serveWithFaults = new URL('../crash/serve-with-faults.ts', import.meta.url);
const frontProcess = fileURLToPath(new URL('./front-process.ts', import.meta.url));

interface Registrar extends ServiceAtRegistry {
  readonly settings: Readonly<Record<string, string>>;
}

describeOnBothEngines('two registrars at one registry', (engine) => {
  const timeout = rounds * 120_000;
  it('race for names under faults and kills: owners, terms and money are exact', {
    timeout,
  }, async () => {
    const registry = await openRegistry(engine);
    const [first, rival] = await Promise.all(
      accounts.map((account) => registry.registrar(account)),
    );
    if (first === undefined || rival === undefined) throw new Error('Two registrars were opened.');
    const both = [first, rival];
    for (let round = 0; round < rounds; round += 1) {
      const names = mishaps.flatMap((_, index) =>
        codes.map((code) => `${code}race-${round}-${index}.com`),
      );
      // The worker that dies gets replies of its own, whichever registrar wins the race.
      const unrivalled = range(unrivalledNames).map((index) => `alone-${round}-${index}.com`);
      for (const name of unrivalled) await first.register(name);
      for (const name of names) await Promise.all(both.map((each) => each.register(name)));
      const stop = await runWorkers(engine, { first, rival, registry, names, command: 'create' });
      const owned = await Promise.all(both.map(async (each) => namesOf(await each.objects())));
      expect(
        owned
          .flat()
          .filter((name) => names.includes(name))
          .sort(),
      ).toEqual(names.toSorted());
      await stop();

      await Promise.all(
        both.map(async (each, index) => {
          const own = [...unrivalled, ...names].filter((name) => owned[index]?.includes(name));
          for (const name of own) await each.renew(name, 2);
        }),
      );
      const end = await runWorkers(engine, { first, rival, registry, names, command: 'renew' });
      await end();
    }
  });

  it('one that takes names over, from a registry that dies on the way: all is exact', async () => {
    const registry = await openRegistry(engine);
    const first = await registry.registrar('hostmaster');
    const names = range(unrivalledNames).map((index) => `sandbox-rival-instant-${index}.com`);
    const order = (domain: string) =>
      first.client.call('createTransfer', { domain, authCode: 'Rival-Code-1', contact });
    for (const domain of names) await order(domain);
    await registry.order({ death: { command: 'transfer', count: commitsBeforeDeath } });
    const jobs = await first.startBeside('jobs');
    await registry.reborn({});
    await first.settled();
    // The last one comes without a fault, to compare the others with.
    const quiet = 'sandbox-rival-instant-quiet.com';
    await order(quiet);
    await first.settled();
    const all = [...names, quiet];
    const { transfers } = await first.client.call('listTransfers', {});
    expect(transfers.map(({ status }) => status)).toEqual(all.map(() => 'succeeded'));
    const objects = await first.objects();
    expect(namesOf(objects).toSorted()).toEqual(all);
    const daysLeft = objects.map(({ expiresAt }) => Math.round((expiresAt - Date.now()) / dayMs));
    expect(new Set(daysLeft).size).toBe(1);
    expect(await verifyLedger(first.database)).toMatchObject({ ok: true, problems: [] });
    expect(await balanceOf(first.client)).toBe(1_000_000 - transferCredits * all.length);
    await jobs.stop();
  });
});

/** Works until nothing is left, with every fault and kill on the way, then checks both registrars. */
async function runWorkers(
  engine: TestEngine,
  run: {
    readonly first: Registrar;
    readonly rival: Registrar;
    readonly registry: Awaited<ReturnType<typeof openRegistry>>;
    readonly names: readonly string[];
    readonly command: 'create' | 'renew';
  },
): Promise<() => Promise<void>> {
  const { first, rival, registry, names, command } = run;
  const faults = names.map((name, index): FaultRule => {
    const mishap = mishaps[Math.floor(index / codes.length)] ?? { kind: 'reset' };
    return { ...mishap, type: `domain:${command}`, name };
  });
  await registry.order({ faults, death: { command, count: commitsBeforeDeath } });
  const subject = command === 'create' ? 'register' : 'renew';
  const worker = await startWorker(engine, first, {
    point: 'after-registry',
    subject,
    signal: 'SIGKILL',
  });
  const beside = await rival.startBeside('jobs');
  await registry.reborn({ faults });
  expect(await worker.exited).toMatchObject({ signal: 'SIGKILL' });
  const successor = await first.startBeside('jobs');
  for (const registrar of [first, rival]) {
    await registrar.settled();
    await registrar.expectExact();
  }
  return async () => {
    await Promise.all([beside.stop(), successor.stop()]);
  };
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

function namesOf(objects: readonly { readonly name: string }[]): readonly string[] {
  return objects.map(({ name }) => name);
}

/** A process with jobs that can be killed, beside the registrar in this process. */
function startWorker(engine: TestEngine, { place, settings }: Registrar, fault: Fault) {
  return startServer(engine, {
    place,
    entry: serveWithFaults,
    environment: {
      ...settings,
      HOSTMASTER_ROLES: 'jobs',
      [markVariable]: markFile(place),
      [faultVariable]: JSON.stringify(fault),
      [leaseVariable]: '1000',
    },
  });
}

async function openRegistry(engine: TestEngine) {
  const place = await engine.place();
  const { dataDir, databaseUrl } = place;
  const { cert, key } = certificateFor({ host: '127.0.0.1', clock: systemClock });
  const files = { certificateFile: join(dataDir, 'cert.pem'), keyFile: join(dataDir, 'key.pem') };
  await writeFile(files.certificateFile, cert);
  await writeFile(files.keyFile, key);
  const objects = await openSandboxRegistry({
    ...(databaseUrl === null ? { dataDir } : { databaseUrl }),
    machineClock: systemClock,
    calendarNow: async () => systemClock.now(),
    delayMs: 0,
  });
  engine.afterwards(() => objects.close());

  const start = (port: number) => {
    const settings: FrontProcessSettings = { dataDir, databaseUrl, credentials, ...files, port };
    return startProgram(engine, {
      program: [frontProcess],
      environment: { FRONT_SETTINGS: JSON.stringify(settings) },
      canBeTold: true,
      ready: async ({ stdout }) => {
        const found = /^port (\d+)/m.exec(stdout())?.[1];
        return found === undefined ? undefined : { port: Number(found) };
      },
    });
  };
  let front: ProgramProcess & { port: number } = await start(0);
  const order = async (orders: FrontOrders) => {
    expect(await front.send(orders)).toBe('armed');
  };
  return {
    order,
    /** Waits for its death and starts it again at the same port. */
    async reborn(orders: FrontOrders): Promise<void> {
      expect(await front.exited).toEqual({ code: null, signal: 'SIGKILL' });
      front = await start(front.port);
      await order(orders);
    },
    async registrar(clientId: (typeof accounts)[number]): Promise<Registrar> {
      const own = await engine.place();
      const { settings } = await writeRegistryFiles(own.dataDir, {
        credentials: { clientId, password: credentials[clientId] },
        certificate: cert,
        port: front.port,
        // One of them makes nothing of auth codes.
        entry: {
          commandTimeoutSeconds: 1,
          authCodes: clientId === 'rival' ? 'hidden' : 'shown',
        },
      });
      const service = await openServiceAt(engine, {
        place: own,
        settings,
        roles: 'api',
        objects: () => objects.objects(clientId),
      });
      return { ...service, settings: settings as Record<string, string> };
    },
  };
}
