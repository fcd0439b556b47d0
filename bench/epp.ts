/**
 * npm run bench:epp: registrations over EPP with 8 sessions. The sandbox registry runs in another
 * process; the service fulfils registrations that were accepted before, so that only its jobs are
 * measured. Then all names are compared with the registry, page by page.
 *   npm run bench:epp [-- --names 1500]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../packages/server/src/base/ids.ts';
import { createLog } from '../packages/server/src/base/log.ts';
import { openStores, rulesOf } from '../packages/server/src/composition/open-stores.ts';
import { startService } from '../packages/server/src/composition/start-service.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { countJobs } from '../packages/server/src/jobs/queue.ts';
import type { Call } from '../packages/server/src/operations/operation.ts';
import { registerDomain } from '../packages/server/src/operations/register-domain.ts';
import { reconcile } from '../packages/server/src/reconciliation/reconcile.ts';
import { EppRegistrar } from '../packages/server/src/registrars/epp/epp-registrar.ts';
import { RegistryQuestions } from '../packages/server/src/registrars/registry-questions.ts';
import { operatorActor } from '../packages/server/src/workspaces/actor.ts';
import { createWorkspace } from '../packages/server/src/workspaces/workspaces.ts';
import { contact } from './contact.ts';

const names = Number(/--names (\d+)/.exec(process.argv.join(' '))?.[1] ?? 1_500);
const goalPerSecond = 150;
const available = { available: true, premium: null };
const directory = mkdtempSync(join(tmpdir(), 'hostmaster-bench-epp-'));
const file = join(directory, 'epp.json');
const front = spawn(
  process.execPath,
  [
    join(import.meta.dirname, '../packages/server/src/main.ts'),
    ...['sandbox', 'epp', '--listen', '127.0.0.1:0', '--data-dir', join(directory, 'registry')],
    ...['--write-config', file],
  ],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOSTMASTER_SANDBOX_DELAY: '0ms' },
  },
);

try {
  await once(front.stdout, 'data');
  const { registries } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ registries: [{ ...registries[0], maximumSessions: 8 }] }));
  await run();
} finally {
  front.kill('SIGTERM');
  await once(front, 'exit');
  rmSync(directory, { recursive: true });
}

async function run(): Promise<void> {
  const config = readConfig(
    {},
    {
      PORT: '0',
      HOSTMASTER_MODE: 'sandbox',
      HOSTMASTER_REGISTRAR: 'epp',
      HOSTMASTER_EPP_CONFIG: file,
      HOSTMASTER_DATA_DIR: join(directory, 'service'),
      HOSTMASTER_ROLES: 'jobs',
      HOSTMASTER_LOG_LEVEL: 'silent',
    },
  );
  const stores = await openStores(config, { log: createLog('silent') });
  const { database, registrar, clock } = stores;
  const commands = countCommands(registrar);
  await accept(stores, config);
  const before = commands();
  const startedAt = performance.now();
  const service = await startService(config, createLog('silent'), { registrar: () => registrar });
  while ((await countJobs(database)).has('provision-domain')) await wait(20);
  const seconds = (performance.now() - startedAt) / 1_000;
  const perSecond = names / seconds;
  const roundTrips = (commands() - before) / names;
  const verdict = perSecond >= goalPerSecond ? 'met' : 'missed';
  console.log(`registrations over EPP, 8 sessions: ${perSecond.toFixed(0)}/s, ${verdict}`);
  console.log(`round trips per registration: ${roundTrips.toFixed(2)}`);

  const comparedAt = performance.now();
  const services = { database, registrar, clock, rules: rulesOf(config, registrar) };
  const { checked, differences } = await reconcile(services, { repair: false });
  const comparisonSeconds = (performance.now() - comparedAt) / 1_000;
  console.log(
    `reconciliation: ${(checked / comparisonSeconds).toFixed(0)} names/s, ${differences.length} differences`,
  );
  await service.close();
  await database.close();
}

/** Registrations as the API accepts them, without its check at the registry. */
async function accept(
  { database, registrar, clock, secrets }: Awaited<ReturnType<typeof openStores>>,
  config: ReturnType<typeof readConfig>,
): Promise<void> {
  const free = { check: async (asked: readonly string[]) => asked.map(() => available) };
  const questions = new RegistryQuestions({ registrar: free, inFlightMax: 1_000, clock });
  const rules = rulesOf(config, registrar);
  const workspace = await database.transaction((tx) =>
    createWorkspace(tx, {
      name: 'Bench',
      email: null,
      creditCents: names * 10_000,
      at: clock.now(),
    }),
  );
  for (let index = 0; index < names; index += 100) {
    const batch = Array.from({ length: Math.min(100, names - index) }, (_, each) => index + each);
    await Promise.all(
      batch.map(async (each) => {
        const call: Call = {
          actor: operatorActor(workspace.id),
          now: clock.now(),
          operationId: newId('act'),
          services: { registrar, questions, secrets, rules },
        };
        const input = { domain: `bench-${each}.com`, contact };
        const apply = await registerDomain.begin(database, call, input);
        await database.transaction(apply);
      }),
    );
  }
}

/** Every command that goes to the registry is one round trip. */
function countCommands(registrar: unknown): () => number {
  let count = 0;
  if (!(registrar instanceof EppRegistrar)) throw new Error('The bench needs the EPP registrar.');
  for (const { pool } of registrar.registries) {
    const send = pool.send.bind(pool);
    pool.send = (codec, request, options) => {
      count += 1;
      return send(codec, request, options);
    };
  }
  return () => count;
}
