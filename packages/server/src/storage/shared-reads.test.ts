import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { anyQueriesFor } from '@hostmaster/test-rig/any-query';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

interface Schema {
  notes: { id: number };
}

const query = anyQueriesFor<Schema>();
const addNote = query<{ id: number }>()(({ db, p }) => db.insertInto('notes').values({ id: p.id }));
const listNotes = query<object>()(({ db }) => db.selectFrom('notes').select('id').orderBy('id'));

let db: Database<Schema>;
let other: DatabaseSync;
let cleanUp: () => Promise<void>;

beforeEach(async () => {
  const directory = await createTestDirectory();
  const file = join(directory.path, 'notes.db');
  const statements = ['create table notes (id integer primary key)'];
  db = await openSqlite<Schema>({ file, migrations: [{ version: 1, name: 'notes', statements }] });
  other = new DatabaseSync(file);
  cleanUp = async () => {
    other.close();
    await db.close();
    await directory.remove();
  };
});

afterEach(() => cleanUp());

const read = async () => (await db.all(listNotes, {})).map(({ id }) => id);

it('reads of one turn see one moment; the next turn sees what another process committed', async () => {
  await nextTurn();
  expect(await read()).toEqual([]);
  other.exec('insert into notes values (1)');
  expect(await read()).toEqual([]);
  await nextTurn();
  expect(await read()).toEqual([1]);
});

it('a commit of this process is seen at once, in the very same turn', async () => {
  await nextTurn();
  expect(await read()).toEqual([]);
  await db.transaction((tx) => tx.run(addNote, { id: 1 }));
  expect(await read()).toEqual([1]);
});

it('a request sees what was committed before it came, whatever was read before it in this turn', async () => {
  // A snapshot that begins here, in the loop's last phase, would last through the next poll phase.
  await nextTurn();
  expect(await read()).toEqual([]);
  other.exec('insert into notes values (1)');
  db.beginTurn();
  expect(await read()).toEqual([1]);
  // Another request of the same turn was already sent when the first one arrived.
  other.exec('insert into notes values (2)');
  db.beginTurn();
  expect(await read()).toEqual([1]);
  await nextTurn();
  db.beginTurn();
  expect(await read()).toEqual([1, 2]);
});

it('holds no read open: a checkpoint can start over', async () => {
  await read();
  await nextTurn();
  other.exec('insert into notes values (1)');
  expect(other.prepare('pragma wal_checkpoint(restart)').get()).toMatchObject({ busy: 0 });
});

it('the version changes with each commit, here or in another process, and with nothing else', async () => {
  db.beginTurn();
  const first = db.version();
  await read();
  await nextTurn();
  db.beginTurn();
  expect(db.version()).toBe(first);
  other.exec('insert into notes values (1)');
  await nextTurn();
  const second = db.version();
  expect(second).not.toBe(first);
  await db.transaction((tx) => tx.run(addNote, { id: 2 }));
  // In the same turn.
  expect([first, second]).not.toContain(db.version());
});
