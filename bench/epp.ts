/**
 * npm run bench:epp: registrations over EPP with 8 sessions. The sandbox registry runs in another
 * process; the service fulfils registrations that were accepted before, so that only its jobs are
 * measured. Then all names are compared with the registry, page by page; with --compare, copies of
 * them make up this many.
 *   npm run bench:epp [-- --names 1500 --compare 100000]
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { EppRegistrar } from '../packages/server/src/adapters/epp/epp-registrar.ts';
import { newId } from '../packages/server/src/base/ids.ts';
import { createLog } from '../packages/server/src/base/log.ts';
import { persist } from '../packages/server/src/changes/persist.ts';
import {
  openStores,
  operationsOf,
  rulesOf,
} from '../packages/server/src/composition/open-stores.ts';
import { startService } from '../packages/server/src/composition/start-service.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { countJobs } from '../packages/server/src/jobs/queue.ts';
import type { Call } from '../packages/server/src/operations/operation.ts';
import { registerDomain } from '../packages/server/src/operations/registration/register-domain.ts';
import { reconcile } from '../packages/server/src/reconciliation/reconcile.ts';
import { RegistryQuestions } from '../packages/server/src/registrars/registry-questions.ts';
import { operatorActor } from '../packages/server/src/workspaces/actor.ts';
import { newWorkspace } from '../packages/server/src/workspaces/workspaces.ts';
import { contact } from './contact.ts';

const numberOf = (flag: string, fallback: number) =>
  Number(new RegExp(`--${flag} (\\d+)`).exec(process.argv.join(' '))?.[1] ?? fallback);
const names = numberOf('names', 1_500);
const compared = numberOf('compare', names);
const goalPerSecond = 150;
const available = { available: true as const, premium: null };
const directory = mkdtempSync(join(tmpdir(), 'hostmaster-bench-epp-'));
const file = join(directory, 'epp.json');
const front = spawn(
  process.execPath,
  [
    // With --cpu-prof both processes are profiled.
    ...process.execArgv,
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
  const seconds = secondsSince(startedAt);
  const perSecond = names / seconds;
  const roundTrips = (commands() - before) / names;
  const verdict = perSecond >= goalPerSecond ? 'met' : 'missed';
  console.log(`registrations over EPP, 8 sessions: ${perSecond.toFixed(0)}/s, ${verdict}`);
  console.log(`round trips per registration: ${roundTrips.toFixed(2)}`);

  addCopies(compared - names);
  const comparedAt = performance.now();
  const services = { database, registrar, clock, rules: rulesOf(config, registrar) };
  const { checked, differences } = await reconcile(services, {
    repair: false,
    onPage: (done) => {
      if (done % 10_000 === 0)
        console.log(`  ${done} compared after ${secondsSince(comparedAt)} s`);
    },
  });
  const comparisonSeconds = secondsSince(comparedAt);
  console.log(
    `reconciliation of ${checked}: ${(checked / comparisonSeconds).toFixed(0)} names/s, ${differences.length} differences`,
  );
  await service.close();
  await database.close();
}

/** Copies of the first name, at both sides: registering this many would take too long. */
function addCopies(count: number): void {
  if (count <= 0) return;
  for (const [file, table, key] of [
    ['service/hostmaster.db', 'domains', 'id'],
    ['registry/registry.db', 'objects', 'name'],
  ] as const) {
    const database = new DatabaseSync(join(directory, file));
    const columns = database
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name));
    const values = columns.map((column) => {
      if (column === 'name') return `'copy-' || n || '.com'`;
      return column === key ? `'dom_copy' || n` : column;
    });
    database.exec(
      `insert into ${table} (${columns.join(', ')})
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
       select ${values.join(', ')} from numbers, (select * from ${table} where name = 'bench-0.com')`,
    );
    database.close();
  }
}

function secondsSince(startedAt: number): number {
  return Math.round(performance.now() - startedAt) / 1_000;
}

/** Registrations as the API accepts them, without its check at the registry. */
async function accept(
  stores: Awaited<ReturnType<typeof openStores>>,
  config: ReturnType<typeof readConfig>,
): Promise<void> {
  const { database, clock } = stores;
  const free = { check: async (asked: readonly string[]) => asked.map(() => available) };
  const questions = new RegistryQuestions({ registrar: free, inFlightMax: 1_000, clock });
  const workspace = await persistDecided(
    database,
    newWorkspace({
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
          services: operationsOf(config, { ...stores, questions }),
        };
        const input = { domain: `bench-${each}.com`, contact };
        await persist(database, await registerDomain.begin(database, call, input));
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
