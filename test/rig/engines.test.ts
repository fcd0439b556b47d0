import { existsSync } from 'node:fs';
import { anyQueriesFor } from '@hostmaster/test-rig/any-query';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { describeOnBothEngines, type TestPlace } from './engines.ts';
import { createTestDatabase } from './postgres.ts';

interface Schema {
  notes: { id: number };
}

const migrations = [
  { version: 1, name: '0001-notes', statements: ['create table notes (id integer primary key)'] },
];
const query = anyQueriesFor<Schema>();
const addNote = query<{ id: number }>()(({ db, p }) => db.insertInto('notes').values({ id: p.id }));
const listNotes = query<object>()(({ db }) => db.selectFrom('notes').select('id'));

const used: TestPlace[] = [];
afterAll(async () => {
  expect(used.map((place) => existsSync(place.dataDir))).toEqual([false, false]);
  const url = used.find((place) => place.databaseUrl !== null)?.databaseUrl;
  await expect(new pg.Client({ connectionString: url ?? '' }).connect()).rejects.toMatchObject({
    code: '3D000',
  });
});

describeOnBothEngines('a test store', (engine) => {
  it('is fresh for each open, and shared when a place is opened twice', async () => {
    const place = await engine.emptyPlace();
    used.push(place);
    const first = await engine.open<Schema>({ migrations, place });
    const second = await engine.open<Schema>({ migrations, place });
    const other = await engine.open<Schema>({ migrations });
    await first.transaction((tx) => tx.run(addNote, { id: 1 }));
    expect(await second.all(listNotes, {})).toEqual([{ id: 1 }]);
    expect(await other.all(listNotes, {})).toEqual([]);
  });

  it('is the engine it claims to be', async () => {
    const db = await engine.open<Schema>({ migrations });
    const version = query<object>()(({ db: kysely }) =>
      kysely.selectNoFrom(
        (engine.name === 'sqlite' ? sql`sqlite_version()` : sql`version()`).as('version'),
      ),
    );
    const [row] = await db.all(version, {});
    expect(row?.version).toMatch(engine.name === 'sqlite' ? /^3\./ : /^PostgreSQL 18/);
  });
});

describe('createTestDatabase', () => {
  it('makes databases side by side', async () => {
    const databases = await Promise.all([1, 2, 3, 4].map(() => createTestDatabase()));
    expect(new Set(databases.map((database) => database.url)).size).toBe(4);
    await Promise.all(databases.map((database) => database.drop()));
  });
});
