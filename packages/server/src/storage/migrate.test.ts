import { createEngine, describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { connectTo, runStatement } from '@hostmaster/test-rig/run-statement';
import { describe, expect, it, vi } from 'vitest';
import type { Migration } from './migrate.ts';

const migration = (version: number, ...statements: string[]): Migration => ({
  version,
  name: `000${version}-test`,
  statements,
});
const notes = migration(1, 'create table notes (id integer primary key, text text)');
const tags = migration(2, 'create table tags (name text primary key)');
const byText = migration(3, 'create index notes_by_text on notes (text)');

interface Applied {
  readonly version: number;
  readonly checksum: string | null;
}

describeOnBothEngines('migrations', (engine) => {
  it('are a transaction each: those before a failed one are kept, and nothing of that one', async () => {
    const place = await engine.emptyPlace();
    await engine.open({ place, migrations: [notes] });
    const failing = migration(
      3,
      'create table half (id integer)',
      'insert into missing values (1)',
    );
    await expect(engine.open({ place, migrations: [notes, tags, failing] })).rejects.toThrow(
      /^Migration 0003-test failed: .*missing/,
    );
    expect(await applied(place)).toMatchObject([{ version: 1 }, { version: 2 }]);
    await expect(runStatement(place, 'select * from half')).rejects.toThrow();
    await engine.open({ place, migrations: [notes, tags, byText] });
    expect(await applied(place)).toHaveLength(3);
  });

  it('stop the start when an applied one has other statements, and change nothing', async () => {
    const place = await engine.emptyPlace();
    await engine.open({ place, migrations: [notes] });
    const changed = migration(1, 'create table notes (id integer primary key)');
    await expect(engine.open({ place, migrations: [changed, tags] })).rejects.toThrow(
      /^Migration 0001-test is not the one .*\.$/,
    );
    expect(await applied(place)).toHaveLength(1);
    const spaced = notes.statements.map((statement) => statement.replaceAll(' ', '\n  '));
    await engine.open({ place, migrations: [{ ...notes, statements: spaced }] });
  });

  it('of a newer version stop the start only where it has dropped something', async () => {
    const place = await engine.emptyPlace();
    await engine.open({ place, migrations: [notes, { ...tags, requires: 1 }] });
    await engine.open({ place, migrations: [notes] });
    const dropping = { ...migration(3, 'drop table tags'), requires: 2 };
    await engine.open({ place, migrations: [notes, tags, dropping] });
    await engine.open({ place, migrations: [notes, tags] });
    await expect(engine.open({ place, migrations: [notes] })).rejects.toThrow(
      /^The database was migrated by a newer version .* Start the newer version, or restore a backup/,
    );
  });

  it('of earlier versions get their checksum at the next start', async () => {
    const place = await engine.emptyPlace();
    await createByEarlierVersion(place);
    await engine.open({ place, migrations: [notes] });
    expect(await applied(place)).toEqual([
      { version: 1, checksum: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    // The earlier version still runs, and applies its own.
    await runStatement(place, tags.statements[0] ?? '');
    await runStatement(
      place,
      "insert into schema_migrations (version, name) values (2, '0002-test')",
    );
    await engine.open({ place, migrations: [notes, tags, byText] });
    expect((await applied(place)).every(({ checksum }) => checksum !== null)).toBe(true);
  });

  it('are applied once by processes that start together', async () => {
    const place = await engine.emptyPlace();
    const filled = migration(4, 'insert into notes (id) values (1)', 'insert into tags values (1)');
    const starting = Array.from({ length: 4 }, () =>
      engine.open({ place, migrations: [notes, tags, byText] }),
    );
    await Promise.all(starting);
    const migrations = [notes, tags, byText, filled];
    await Promise.all(starting.map(() => engine.open({ place, migrations })));
    expect(await runStatement(place, 'select id from notes')).toHaveLength(1);
    expect(await applied(place)).toHaveLength(4);
  });
});

describe('migrations on PostgreSQL', () => {
  const engine = createEngine('postgres');

  /** A database with rows, and a writer of the previous version in the middle of a transaction. */
  async function usedPlace() {
    const place = await engine.emptyPlace();
    await engine.open({ place, migrations: [notes] });
    const writer = await connectTo(place);
    engine.afterwards(() => writer.end());
    await writer.query("insert into notes values (1, 'before')");
    await writer.query("begin; insert into notes values (2, 'uncommitted')");
    return { place, writer };
  }

  async function untilWaiting(place: TestPlace): Promise<number> {
    return vi.waitUntil(async () => {
      const [waiting] = await runStatement<{ pid: number }>(
        place,
        "select pid from pg_stat_activity where application_name = 'hostmaster migrations' and wait_event_type = 'Lock' and datname = current_database()",
      );
      return waiting?.pid;
    }, 30_000);
  }

  const isValid = (place: TestPlace) =>
    runStatement(
      place,
      "select indisvalid from pg_index where indexrelid = 'notes_by_text'::regclass",
    );

  it('let writers go on while an index is built', async () => {
    const { place, writer } = await usedPlace();
    const opening = engine.open({ place, migrations: [notes, byText] });
    await untilWaiting(place);
    await runStatement(place, "set lock_timeout = 500; insert into notes values (3, 'meanwhile')");
    // As a process of the previous version that starts meanwhile.
    await runStatement(
      place,
      "begin; set local lock_timeout = 500; select pg_advisory_xact_lock(hashtext('hostmaster hostmaster')); commit",
    );
    await writer.query('commit');
    await opening;
    expect(await isValid(place)).toEqual([{ indisvalid: true }]);
  });

  it('build an index again that a process left half built', async () => {
    const { place, writer } = await usedPlace();
    const opening = engine.open({ place, migrations: [notes, byText] });
    const lost = expect(opening).rejects.toThrow('Storage is not available');
    await runStatement(place, `select pg_terminate_backend(${await untilWaiting(place)})`);
    await lost;
    expect(await isValid(place)).toEqual([{ indisvalid: false }]);
    await writer.query('commit');
    await engine.open({ place, migrations: [notes, byText, tags] });
    expect(await isValid(place)).toEqual([{ indisvalid: true }]);
    expect(
      await runStatement(place, 'select 1 from schema_migrations where indexes_pending = 1'),
    ).toEqual([]);
  });

  it('go on when a process ended between an index and its note', async () => {
    const place = await engine.emptyPlace();
    await engine.open({ place, migrations: [notes, byText] });
    await runStatement(place, 'update schema_migrations set indexes_pending = 1 where version = 3');
    const dropping = migration(4, 'drop index notes_by_text');
    await engine.open({ place, migrations: [notes, byText, dropping] });
    await runStatement(place, 'update schema_migrations set indexes_pending = 1 where version = 4');
    await engine.open({ place, migrations: [notes, byText, dropping] });
    expect(
      await runStatement(place, 'select 1 from schema_migrations where indexes_pending = 1'),
    ).toEqual([]);
    await expect(isValid(place)).rejects.toThrow();
  });

  it('leave nothing of a unique index that the rows refuse', async () => {
    const place = await engine.emptyPlace();
    await engine.open({ place, migrations: [notes] });
    await runStatement(place, "insert into notes values (1, 'same'), (2, 'same')");
    const unique = migration(3, 'create unique index notes_by_text on notes (text)');
    await expect(engine.open({ place, migrations: [notes, unique] })).rejects.toThrow(
      /^Migration 0003-test failed: .*notes_by_text/,
    );
    await expect(isValid(place)).rejects.toThrow();
    await runStatement(place, 'delete from notes where id = 2');
    await engine.open({ place, migrations: [notes, unique] });
    expect(await isValid(place)).toEqual([{ indisvalid: true }]);
  });

  it('let writers pass while they wait for a table', async () => {
    const { place, writer } = await usedPlace();
    const opening = engine.open({
      place,
      migrations: [notes, migration(3, 'alter table notes add column at bigint')],
    });
    await untilWaiting(place);
    await runStatement(place, "insert into notes values (3, 'meanwhile')");
    await writer.query('commit');
    await opening;
    expect(await runStatement(place, 'select at from notes where id = 3')).toEqual([{ at: null }]);
  });
});

function applied(place: TestPlace): Promise<Applied[]> {
  return runStatement(place, 'select version, checksum from schema_migrations order by version');
}

async function createByEarlierVersion(place: TestPlace): Promise<void> {
  if (place.databaseUrl !== null) await runStatement(place, 'create schema hostmaster');
  await runStatement(
    place,
    'create table schema_migrations (version integer primary key, name text not null)',
  );
  for (const statement of notes.statements) await runStatement(place, statement);
  await runStatement(place, "insert into schema_migrations values (1, '0001-test')");
}
