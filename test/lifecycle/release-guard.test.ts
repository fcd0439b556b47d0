/**
 * In production a day's releases stop at a limit. Configuration refuses production with the sandbox
 * registry, so the test passes the mode to the sweep; it also sets calendar and machine clock.
 */

import { dayMs, hourMs, yearMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { configFor } from '@hostmaster/test-rig/service-config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../packages/server/src/base/ids.ts';
import { createLog } from '../../packages/server/src/base/log.ts';
import {
  openStores,
  operationsOf,
  type Stores,
} from '../../packages/server/src/composition/open-stores.ts';
import { Sweeper } from '../../packages/server/src/lifecycle/sweeper.ts';
import {
  allowReleases,
  countReleasesToday,
} from '../../packages/server/src/operations/domains/release-guard.ts';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { newWorkspace } from '../../packages/server/src/workspaces/workspaces.ts';
import { insertPortfolio } from './portfolio.ts';

const noon = Date.UTC(2031, 5, 10, 12);

const countByState = query<{ state: string }>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', p.state as 'live'),
);

class Portfolio {
  readonly #engine: TestEngine;
  #stores: Stores | null = null;
  workspaceId = '';
  machineNow = noon;
  calendarNow = noon;
  held = 0;

  constructor(engine: TestEngine) {
    this.#engine = engine;
  }

  async open(): Promise<void> {
    this.#stores = await openStores(configFor(await this.#engine.place()));
    const wanted = { name: 'Portfolio', email: null, creditCents: 0, at: noon };
    this.workspaceId = (await persistDecided(this.database, newWorkspace(wanted))).id;
  }

  get stores(): Stores {
    if (this.#stores === null) throw new Error('Not open.');
    return this.#stores;
  }

  get database() {
    return this.stores.database;
  }

  /** Domains whose grace period ended a while ago, beside others that are far from it. */
  async insert(counts: { overdue: number; quiet: number }): Promise<void> {
    const expired = noon - 40 * dayMs;
    await insertPortfolio(this.database, {
      workspaceId: this.workspaceId,
      count: counts.overdue,
      prefix: `overdue-${newId('dom').slice(-6)}`,
      expiresAt: () => expired,
      dueAt: () => expired + 30 * dayMs,
      noticedUntil: expired + 3 * dayMs,
    });
    await insertPortfolio(this.database, {
      workspaceId: this.workspaceId,
      count: counts.quiet,
      prefix: `quiet-${newId('dom').slice(-6)}`,
      expiresAt: () => noon + 3_000 * dayMs,
      dueAt: () => noon + 2_970 * dayMs,
      noticedUntil: 0,
    });
  }

  sweep(): Promise<number> {
    const config = configFor({ dataDir: '/nowhere', databaseUrl: null });
    const { database } = this.stores;
    return new Sweeper({
      database,
      operations: operationsOf(config, this.stores),
      links: { publicUrl: config.publicUrl },
      clock: { now: () => this.machineNow },
      mode: 'production',
      onReleaseHeld: () => {
        this.held += 1;
      },
      calendarNow: async () => this.calendarNow,
      log: createLog('silent'),
    }).sweep();
  }

  async count(state: 'live' | 'releasing'): Promise<number> {
    return Number((await this.database.first(countByState, { state }))?.count);
  }

  async close(): Promise<void> {
    await this.stores.close();
  }
}

function describePortfolio(title: string, define: (portfolio: Portfolio) => void): void {
  describeOnBothEngines(title, (engine) => {
    const portfolio = new Portfolio(engine);
    beforeAll(() => portfolio.open());
    afterAll(() => portfolio.close());
    define(portfolio);
  });
}

describePortfolio('the guard against mass release', (portfolio) => {
  it('lets twenty go on a machine day and holds the others', async () => {
    await portfolio.insert({ overdue: 50, quiet: 10 });
    await portfolio.sweep();
    expect(await portfolio.count('releasing')).toBe(20);
    expect(await portfolio.count('live')).toBe(40);
    expect(portfolio.held).toBe(30);
    expect(await countReleasesToday(portfolio.database, portfolio.machineNow)).toEqual({
      day: '2031-06-10',
      begun: 20,
      allowed: 20,
    });
  });

  it('shows each held domain once in the activity, however often the sweep runs', async () => {
    portfolio.calendarNow += hourMs;
    await portfolio.sweep();
    portfolio.calendarNow += hourMs;
    await portfolio.sweep();
    expect(portfolio.held).toBe(90);
    const activity = await readActivity(portfolio.database, {
      workspaceId: portfolio.workspaceId,
      limit: 500,
    });
    const held = activity.filter(({ action }) => action === 'domain.release_held');
    expect(held).toHaveLength(30);
    expect(new Set(held.map(({ subject }) => subject)).size).toBe(30);
  });

  it('uses the machine clock: a calendar moved by years is still the same day', async () => {
    portfolio.calendarNow += 2 * yearMs;
    await portfolio.sweep();
    expect(await portfolio.count('releasing')).toBe(20);
    portfolio.calendarNow -= 2 * yearMs;
  });

  it('goes on after confirmation, as far as that goes, however many processes sweep', async () => {
    await allowReleases(portfolio.database, { machineNow: noon, allowed: 33 });
    portfolio.calendarNow += 3 * yearMs;
    await Promise.all(Array.from({ length: 6 }, () => portfolio.sweep()));
    expect(await portfolio.count('releasing')).toBe(33);
  });

  it('starts again with the next machine day', async () => {
    portfolio.machineNow += dayMs / 2 - 1;
    portfolio.calendarNow += hourMs;
    await portfolio.sweep();
    expect(await portfolio.count('releasing')).toBe(33);
    portfolio.machineNow += 1;
    portfolio.calendarNow += hourMs;
    await portfolio.sweep();
    expect(await portfolio.count('releasing')).toBe(50);
  });
});

describePortfolio('the guard of a large portfolio', (portfolio) => {
  it('allows one in a hundred', async () => {
    await portfolio.insert({ overdue: 60, quiet: 5_440 });
    await portfolio.sweep();
    expect(await portfolio.count('releasing')).toBe(55);
    expect(await countReleasesToday(portfolio.database, portfolio.machineNow)).toEqual({
      day: '2031-06-10',
      begun: 55,
      allowed: 55,
    });
  });
});
