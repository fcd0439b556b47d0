/** More than five notices of a kind at once are one mail, and each domain is in exactly one mail. */

import { dayMs, minuteMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import { configFor } from '@hostmaster/test-rig/service-config';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../packages/server/src/base/log.ts';
import {
  openStores,
  operationsOf,
  type Stores,
} from '../../packages/server/src/composition/open-stores.ts';
import type { Config } from '../../packages/server/src/config/config.ts';
import { Sweeper } from '../../packages/server/src/lifecycle/sweeper.ts';
import type { HostmasterDatabase } from '../../packages/server/src/storage/schema.ts';
import { newWorkspace } from '../../packages/server/src/workspaces/workspaces.ts';
import { insertPortfolio } from './portfolio.ts';
import { describeLifecycle } from './stage.ts';

const now = Date.UTC(2031, 5, 10, 12);

/** Mails with a job: what is sent. */
const listQueued = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .innerJoin('jobs', (join) => join.on(sql<boolean>`jobs.lane = 'mail:' || mails.id`))
    .select(['mails.subject', 'mails.text_body as text', 'mails.html_body as html'])
    .where('mails.workspace_id', '=', p.workspaceId)
    .orderBy('mails.id'),
);

describeOnBothEngines('notices of one sweep', (engine) => {
  let stores: Stores;
  let config: Config;
  let workspaces = 0;

  beforeAll(async () => {
    config = configFor(await engine.place());
    stores = await openStores(config);
  });
  afterAll(() => stores.close());

  function sweeperOn(database: HostmasterDatabase, at = now): Sweeper {
    const { clock } = stores;
    return new Sweeper({
      database,
      operations: operationsOf(config, stores),
      links: { publicUrl: 'https://names.example' },
      clock,
      mode: 'sandbox',
      calendarNow: async () => at,
      log: createLog('silent'),
    });
  }

  /** With as many domains, each due for its notice of 30 days. */
  async function workspace(count: number, dueAt: (i: number) => number = () => now) {
    workspaces += 1;
    const prefix = `w${workspaces}`;
    const { id } = await persistDecided(
      stores.database,
      newWorkspace({
        name: prefix,
        email: `${prefix}@example.com`,
        creditCents: 0,
        at: now,
      }),
    );
    await insertPortfolio(stores.database, {
      workspaceId: id,
      count,
      prefix,
      expiresAt: (i) => dueAt(i) + 30 * dayMs,
      dueAt,
      noticedUntil: 0,
    });
    const names = Array.from({ length: count }, (_, i) => `${prefix}-${i}.com`);
    return { id, names };
  }

  const queuedFor = (workspaceId: string) => stores.database.all(listQueued, { workspaceId });

  it('are single mails up to five, and one mail from six on', async () => {
    const [five, six] = [await workspace(5), await workspace(6)];
    await sweeperOn(stores.database).sweep();
    const single = await queuedFor(five.id);
    expect(single.map(({ subject }) => subject).toSorted()).toEqual(
      five.names.map((name) => `${name} expires in 30 days`),
    );
    const [combined, ...others] = await queuedFor(six.id);
    expect(others).toEqual([]);
    expect(combined?.subject).toBe('6 domains expire soon');
    const lines = six.names.map((name) => `${name} expires on 10 July 2031 (auto-renew is off)`);
    expect(combined?.text.split('\n').filter((line) => line.includes('.com'))).toEqual(lines);
    expect(combined?.html).toContain(lines.join('<br>'));
    expect(combined?.text).toContain(`https://names.example/dashboard/${six.id}/domains`);
  });

  it('wait for domains that fall due within the hour, and no longer', async () => {
    const { id, names } = await workspace(8, (i) => now + i * 10 * minuteMs);
    for (let minutes = 0; minutes <= 70; minutes += 10) {
      await sweeperOn(stores.database, now + minutes * minuteMs).sweep();
    }
    const mails = await queuedFor(id);
    expect(mails.map(({ subject }) => subject)).toEqual([
      '7 domains expire soon',
      `${names[7]} expires in 30 days`,
    ]);
  });

  it('are sent exactly once, wherever a sweep is cut off', async () => {
    const count = 6;
    // A change for each domain and one for the mail.
    for (let changes = 0; changes <= count + 1; changes += 1) {
      const { id, names } = await workspace(count);
      const cutOff = cutOffAfter(stores.database, changes);
      await expect(sweeperOn(cutOff).sweep()).rejects.toThrow('The process has ended.');
      await sweeperOn(stores.database).sweep();
      await sweeperOn(stores.database).sweep();
      const [mail, ...others] = await queuedFor(id);
      expect(others, `after ${changes}`).toEqual([]);
      for (const name of names) expect(mail?.text.split(name), name).toHaveLength(2);
    }
  });

  it('are sent once when two processes sweep', async () => {
    const { id, names } = await workspace(12);
    const sweepers = [sweeperOn(stores.database), sweeperOn(stores.database)];
    await Promise.all(sweepers.map((sweeper) => sweeper.sweep()));
    await sweeperOn(stores.database).sweep();
    const text = (await queuedFor(id)).map((mail) => mail.text).join('\n');
    for (const name of names) {
      expect(text.match(new RegExp(`^${name} expires`, 'gm')), name).toHaveLength(1);
    }
  });
});

describeLifecycle('many mails of one kind', (stage) => {
  it('are one mail for notices and for automatic renewals', async () => {
    const owner = await stage.owner();
    const names: string[] = [];
    for (let i = 0; i < 6; i += 1) names.push(await owner.register({ autoRenew: true }));
    const {
      registration: { expiresAt },
    } = await owner.row(names[0] ?? '');
    await stage.advanceTo(expiresAt - 13 * dayMs);
    const mails = (await owner.mails()).slice(names.length);
    expect(mails.map(({ subject }) => subject)).toEqual([
      '6 domains expire soon',
      '6 domains were renewed',
    ]);
    for (const { text } of mails) {
      for (const name of names) expect(text.split(`${name} `), name).toHaveLength(2);
    }
    expect(await owner.activity('domain.expiry_notice')).toHaveLength(names.length);
  });
});

/** As if the process ended after so many changes. */
function cutOffAfter(database: HostmasterDatabase, changes: number): HostmasterDatabase {
  let left = changes;
  const guard = () => {
    if (left === 0) throw new Error('The process has ended.');
    left -= 1;
  };
  return new Proxy(database, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (property === 'change') guard();
        else if (left === 0) guard();
        return member.apply(target, args);
      };
    },
  });
}
