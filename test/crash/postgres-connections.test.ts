/** Lost connections to PostgreSQL: responses tell the true outcome, and no restart is needed. */

import { type CommitPlan, openCommitProxy } from '@hostmaster/test-rig/crash-commit-proxy';
import { createEngine } from '@hostmaster/test-rig/engines';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { CrashHarness } from './crash-harness.ts';
import type { CustomerChange } from './customer.ts';
import { homes } from './load.ts';

// SQLite is inside the process: there is no connection to lose.
describe('a lost connection (postgres)', () => {
  const engine = createEngine('postgres');
  const harness = new CrashHarness(engine);
  const proxied = lazily(async () => {
    const { place } = await harness.site();
    const proxy = await openCommitProxy(place.databaseUrl ?? '');
    engine.afterwards(proxy.close);
    harness.server.kill('SIGKILL');
    await harness.restart({ databaseUrl: proxy.url });
    return proxy;
  });

  const requests: readonly {
    having: RegExp;
    change: (tag: string, years: number) => CustomerChange;
  }[] = [
    {
      having: /insert into "?records"?/,
      change: (tag) => ({ kind: 'record', name: homes[0], value: tag }),
    },
    {
      having: /insert into "?domains"?/,
      change: (tag) => ({ kind: 'register', name: `${tag}.com`, years: 1 }),
    },
    {
      having: /insert into "terms"/,
      change: (_, years) => ({ kind: 'renew', name: homes[1], years }),
    },
  ];
  const losses: readonly (Omit<CommitPlan, 'having'> & { title: string; status: number })[] = [
    { title: 'COMMIT never arrives', lose: 'request', status: 503 },
    { title: 'the answer to COMMIT is lost', lose: 'answer', whenAnswered: true, status: 200 },
    { title: 'the connection breaks while COMMIT is at work', lose: 'answer', status: 200 },
  ];

  for (const [index, { title, status, ...plan }] of losses.entries()) {
    it(`when ${title} the answer is ${status}, which is the true outcome`, async () => {
      const proxy = await proxied();
      const { customer } = await harness.site();
      for (const { having, change } of requests) {
        const happened = proxy.loseOne({ ...plan, having });
        const receipt = await customer.send(change(`lost-${index}`, index + 1));
        await happened;
        expect(receipt).toMatchObject({ status });
        if (status === 503) {
          expect(receipt.body.code).toBe('storage_unavailable');
          expect(receipt.headers['retry-after']).toBeDefined();
        }
      }
      await harness.expectSound();
    });
  }

  it('of every backend at once is answered 503 and recovers without a restart', async () => {
    const { customer, place } = await harness.site();
    const admin = new pg.Client({ connectionString: place.databaseUrl ?? '' });
    await admin.connect();
    engine.afterwards(() => admin.end());
    let round = 0;
    const statuses = new Set<number>();
    for (; round < 20 && !(statuses.has(503) && round >= 5); round += 1) {
      const under = Array.from({ length: 30 }, (_, index) =>
        customer.send({
          kind: 'record',
          name: homes[index % 4] ?? '',
          value: `t-${round}-${index}`,
        }),
      );
      await Promise.race(under);
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      for (const { status } of await Promise.all(under)) statuses.add(status);
    }
    expect([...statuses].sort()).toEqual([200, 503]);
    const after = await customer.send({ kind: 'record', name: homes[0], value: 'afterwards' });
    expect(after.status).toBe(200);
    await harness.expectSound();
  });
});

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
