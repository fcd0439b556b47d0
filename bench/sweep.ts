/**
 * node bench/sweep.ts: what a sweep costs when 1,000 domains are due among 10,000 and among
 * 1,000,000. Finding them must cost by what is due, so that the ratio of the two stays near one.
 *   node bench/sweep.ts [sqlite|postgres] [--domains 1000000]
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@hostmaster/contract/durations';
import type { WriteQuery } from '@hostmaster/storage';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { systemClock } from '../packages/server/src/base/clock.ts';
import { createLog } from '../packages/server/src/base/log.ts';
import { centsPerCredit } from '../packages/server/src/base/money.ts';
import {
  openStores,
  operationsOf,
  type Stores,
} from '../packages/server/src/composition/open-stores.ts';
import { readConfig } from '../packages/server/src/config/config.ts';
import { Sweeper } from '../packages/server/src/lifecycle/sweeper.ts';
import {
  findNextDue,
  listDue,
} from '../packages/server/src/storage/queries/domains/lifecycle-sweep.ts';
import type { Schema } from '../packages/server/src/storage/schema.ts';
import { newWorkspace } from '../packages/server/src/workspaces/workspaces.ts';
import { insertPortfolio } from '../test/lifecycle/portfolio.ts';
import { startPostgres } from './postgres.ts';

const workspaceCount = 50;
const dueCount = 1_000;
const findRepeats = 200;
const smallCount = 10_000;
const ratioMax = 1.5;
const largeCount = Number(/--domains (\d+)/.exec(process.argv.join(' '))?.[1] ?? 1_000_000);
const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) => process.argv.includes(engine) || !/ (sqlite|postgres)/.test(process.argv.join(' ')),
);

interface Figures {
  readonly findMs: number;
  readonly nextMs: number;
  readonly handleMs: number;
}

const analyze: WriteQuery<Schema, object> = {
  bound: null,
  compile: () => ({ sql: 'analyze', bind: () => [] }),
};

console.log(
  `Node ${process.versions.node}; ${dueCount} domains due: half of them a notice, half an automatic renewal.\n`,
);
for (const engine of engines) await benchEngine(engine);

async function benchEngine(engine: 'sqlite' | 'postgres'): Promise<void> {
  console.log(engine);
  row(['domains', 'find the due', 'find the next', 'handle them', 'each']);
  const small = await measure(engine, smallCount);
  const large = await measure(engine, largeCount);
  const find = large.findMs / small.findMs;
  const handle = large.handleMs / small.handleMs;
  const isMet = find <= ratioMax && handle <= ratioMax;
  row(['ratio', ratio(find), ratio(large.nextMs / small.nextMs), ratio(handle), '']);
  console.log(
    `  goal: finding and handling at most ${ratioMax} times ${isMet ? 'met' : 'MISSED'}\n`,
  );
}

async function measure(engine: 'sqlite' | 'postgres', domainCount: number): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hostmaster-bench-'));
  const postgres = engine === 'postgres' ? await startPostgres() : null;
  const config = readConfig({
    HOSTMASTER_DATA_DIR: dataDir,
    ...(postgres === null ? {} : { DATABASE_URL: postgres.url }),
  });
  const stores = await openStores(config);
  try {
    const now = systemClock.now();
    await fill(stores, { domainCount, now });
    const findMs = await median(() => stores.database.all(listDue, { now, limit: dueCount }));
    const nextMs = await median(() => stores.database.first(findNextDue, {}));
    const sweeper = new Sweeper({
      database: stores.database,
      operations: operationsOf(config, stores),
      links: config,
      clock: systemClock,
      mode: 'sandbox',
      calendarNow: async () => now,
      log: createLog('error'),
    });
    const startedAt = performance.now();
    const handled = await sweeper.sweep();
    const handleMs = performance.now() - startedAt;
    if (handled !== dueCount) throw new Error(`${handled} of ${dueCount} were handled.`);
    row([
      domainCount.toLocaleString('en-US'),
      `${findMs.toFixed(2)} ms`,
      `${nextMs.toFixed(2)} ms`,
      `${handleMs.toFixed(0)} ms`,
      `${(handleMs / dueCount).toFixed(2)} ms`,
    ]);
    return { findMs, nextMs, handleMs };
  } finally {
    await stores.close();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The same number is due in every workspace; the others are spread over ten years. */
async function fill(
  { database }: Stores,
  options: { readonly domainCount: number; readonly now: number },
): Promise<void> {
  const { domainCount, now } = options;
  const dueEach = dueCount / workspaceCount;
  const quietEach = (domainCount - dueCount) / workspaceCount;
  for (let w = 0; w < workspaceCount; w += 1) {
    const { id: workspaceId } = await persistDecided(
      database,
      newWorkspace({
        name: `Bench ${w}`,
        email: `bench-${w}@example.com`,
        creditCents: 1e6 * centsPerCredit,
        at: now,
      }),
    );
    const groups = [
      { prefix: 'notice', count: dueEach / 2, days: 29.5, autoRenew: false },
      { prefix: 'renew', count: dueEach / 2, days: 13.5, autoRenew: true },
    ];
    for (const { prefix, count, days, autoRenew } of groups) {
      const expiresAt = now + days * dayMs;
      await insertPortfolio(database, {
        workspaceId,
        count,
        prefix: `${prefix}-${w}`,
        expiresAt: () => expiresAt,
        dueAt: () => expiresAt - (autoRenew ? 14 : 30) * dayMs,
        noticedUntil: autoRenew ? expiresAt - 14 * dayMs : 0,
        autoRenew,
      });
    }
    const expiresAt = (i: number) => Math.round(now + 60 * dayMs + (i / quietEach) * 3_590 * dayMs);
    await insertPortfolio(database, {
      workspaceId,
      count: quietEach,
      prefix: `quiet-${w}`,
      expiresAt,
      dueAt: (i) => expiresAt(i) - 30 * dayMs,
      noticedUntil: 0,
      autoRenew: true,
    });
  }
  await database.transaction((tx) => tx.run(analyze, {}));
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < findRepeats; i += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[findRepeats >> 1] ?? 0;
}

function ratio(value: number): string {
  return `x ${value.toFixed(2)}`;
}

function row(cells: readonly string[]): void {
  console.log(`  ${cells.map((cell) => cell.padStart(14)).join('')}`);
}
