/**
 * The service behind PgBouncer: in session mode everything works; in the other modes it refuses to start
 * and says why, before it has changed anything.
 */
import { openCommitProxy } from '@hostmaster/test-rig/crash-commit-proxy';
import { createEngine } from '@hostmaster/test-rig/engines';
import { addNote, listNotes, withNotes } from '@hostmaster/test-rig/notes-store';
import { requirePgbouncer, startPgbouncer } from '@hostmaster/test-rig/pgbouncer';
import { startServer } from '@hostmaster/test-rig/process';
import { until } from '@hostmaster/test-rig/service';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectRefusal } from '../cli/operator.ts';
import { runProgram } from '../cli/program.ts';
import { CrashHarness } from '../crash/crash-harness.ts';

const installMsMax = 300_000;
const slowLock = 7_002;
/** COMMIT waits until the lock is free. */
const slowCommit = `
  create function notes.wait() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock(${slowLock}); return null; end $$;
  create constraint trigger wait after insert on notes.notes deferrable initially deferred
    for each row execute function notes.wait();`;

beforeAll(requirePgbouncer, installMsMax);

describe('PgBouncer in session mode', () => {
  const engine = createEngine('postgres');

  it('serves two processes that migrate, change and tell each other', async () => {
    const { dataDir, databaseUrl } = await engine.emptyPlace();
    const target = databaseUrl ?? '';
    const place = {
      dataDir,
      databaseUrl: await startPgbouncer(engine, { target, poolMode: 'session' }),
    };
    // Both migrate the empty database at the same time.
    const harness = new CrashHarness(engine, place);
    const [second] = await Promise.all([startServer(engine, { place }), harness.site()]);
    const receipts = await harness.load();
    expect(new Set(receipts.map(({ status }) => status))).toEqual(new Set([200]));
    await harness.expectSound();
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);

    const client = new pg.Client({ connectionString: target });
    await client.connect();
    onTestFinished(() => client.end());
    const listening = `select pid from pg_stat_activity
      where query = 'listen hostmaster' and datname = current_database()`;
    expect((await client.query(listening)).rowCount).toBe(2);
    // Nothing was created where a dropped search_path would lead.
    const strays = `select tablename from pg_tables where schemaname = 'public'`;
    expect((await client.query(strays)).rows).toEqual([]);
  });

  it('keeps the settings, statements and events of each session', () =>
    withNotes(async ({ db, open, url }) => {
      const pooled = await open(await startPgbouncer(engine, { target: url, poolMode: 'session' }));
      let isListening = false;
      pooled.events.subscribe('jobs-changed', () => {
        isListening = true;
      });
      pooled.listenToOthers();
      await until('the store listens', () => isListening);
      const zones: string[] = [];
      pooled.events.subscribe('zone-changed', ({ zone }) => zones.push(zone));
      // More than there are connections, so that each prepares the statement under the same name.
      await Promise.all(
        Array.from({ length: 40 }, (_, id) =>
          pooled.transaction((tx) => tx.run(addNote, { id: id + 1 })),
        ),
      );
      expect(await db.all(listNotes, {})).toHaveLength(40);
      await db.change({
        keys: [],
        owner: '',
        commit: 'shared',
        load: async () => undefined,
        decide: () => ({
          answer: undefined,
          writes: {
            rows: [],
            events: [{ kind: 'zone-changed', zone: 'one.example', isCatalogDue: false }],
          },
        }),
      });
      await until('the event arrives', () => zones.length > 0);
      expect(zones).toEqual(['one.example']);
    }));

  it('answers truly when the answer to a slow COMMIT is lost', () =>
    withNotes(async ({ db, open, url }) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(slowCommit);
      await client.query(`select pg_advisory_lock(${slowLock})`);
      const pooled = await startPgbouncer(engine, { target: url, poolMode: 'session' });
      const proxy = await openCommitProxy(pooled);
      const far = await open(proxy.url);
      const happened = proxy.loseOne({ lose: 'answer', having: /insert into "notes"/ });
      const work = far.transaction((tx) => tx.run(addNote, { id: 1 }), {
        committed: async () => (await db.all(listNotes, {})).length > 0,
      });
      await happened;
      // Twice: it has seen that the server process is still at work.
      const asked = `select query_start::text as at from pg_stat_activity where query = 'select 1 from pg_stat_activity where pid = $1'`;
      const times = new Set<string>();
      const hasAskedTwice = async () => {
        for (const { at } of (await client.query<{ at: string }>(asked)).rows) times.add(at);
        return times.size > 1;
      };
      await Promise.race([until('the store asks twice', hasAskedTwice), work]);
      await client.query(`select pg_advisory_unlock(${slowLock})`);
      expect(await work).toBe(1);
      await client.end();
      await proxy.close();
    }));
});

describe.each(['transaction', 'statement'] as const)('PgBouncer in %s mode', (poolMode) => {
  const engine = createEngine('postgres');

  it('is refused in one line at the start, and nothing is changed', async () => {
    const { dataDir, databaseUrl } = await engine.emptyPlace();
    const target = databaseUrl ?? '';
    const url = await startPgbouncer(engine, { target, poolMode });
    const refused = await runProgram(['serve'], {
      HOSTMASTER_DATA_DIR: dataDir,
      DATABASE_URL: url,
    });
    expectRefusal(refused, poolMode);
    expect(refused.stderr).toContain('Set pool_mode = session');
    const client = new pg.Client({ connectionString: target });
    await client.connect();
    engine.afterwards(() => client.end());
    const schemas = await client.query(
      `select nspname from pg_namespace where nspname like 'hostmaster%'`,
    );
    expect(schemas.rows).toEqual([]);
    const changed = `select pid from pg_stat_activity where query like '%search_path%' and datname = current_database() and pid <> pg_backend_pid()`;
    expect((await client.query(changed)).rows).toEqual([]);
  });
});
