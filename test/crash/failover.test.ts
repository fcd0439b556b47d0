/**
 * The primary of a synchronous pair is killed and its standby promoted behind the same address:
 * nothing that was acknowledged is lost, and no process needs a restart.
 */
import { until } from '@hostmaster/test-rig/crash-until';
import { createEngine, createTestDirectory } from '@hostmaster/test-rig/engines';
import { startPostgresPair } from '@hostmaster/test-rig/postgres-pair';
import { describe, expect, it } from 'vitest';
import { CrashHarness } from './crash-harness.ts';
import { homes } from './load.ts';

const readyMsMax = 60_000;

describe('a PostgreSQL primary that dies', () => {
  const engine = createEngine('postgres');

  it('is replaced by its standby without a lost change', async () => {
    const directory = await createTestDirectory();
    engine.afterwards(directory.remove);
    const pair = await startPostgresPair(directory.path);
    engine.afterwards(() => pair.stop());
    const { dataDir } = await engine.place();
    const harness = new CrashHarness(engine, { dataDir, databaseUrl: pair.url });
    const { customer } = await harness.site();
    const { url } = harness.server;

    const before = customer.receipts.length;
    const load = harness.load();
    await until(() => customer.receipts.length > before, {
      what: () => 'a first answer',
      withinMs: readyMsMax,
    });
    await pair.killPrimary();
    const meanwhile = await customer.send({ kind: 'record', name: homes[0], value: 'meanwhile' });
    expect(meanwhile).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
    expect(meanwhile.headers['retry-after']).toMatch(/^\d+$/);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);

    await pair.promoteStandby();
    await until(async () => (await fetch(`${url}/readyz`)).ok, {
      what: () => 'a service that is ready again',
      withinMs: readyMsMax,
    });
    // Where the answer to COMMIT was lost, the new primary tells what became of it.
    for (const { status } of await load) expect([200, 503]).toContain(status);
    const after = await harness.load();
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
    await harness.expectSound();
  });
});
