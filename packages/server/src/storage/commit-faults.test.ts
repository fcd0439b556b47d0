/**
 * The table of faults of a shared commit: where it can fail, for which member of a group, on which
 * engine; how each member ends and what is stored. docs/adr/0019 explains the cells that an engine
 * cannot have. Killed processes, full disks and failovers of whole services: test/crash.
 */
import { join } from 'node:path';
import { flag, type Reader, type RowOf, table, text } from '@hostmaster/storage';
import { anyQueriesFor } from '@hostmaster/test-rig/any-query';
import { openCommitProxy } from '@hostmaster/test-rig/crash-commit-proxy';
import {
  describeOnBothEngines,
  type TestEngine,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { Refusal, StorageOutcomeUnknown, StorageUnavailable } from '../base/errors.ts';
import type { Database } from './database.ts';
import { LateSlot } from './late-slot.ts';
import { openPostgres } from './postgres.ts';
import { insert, type RowWrite, statementsOf, update } from './row-write.ts';
import { openSqlite } from './sqlite.ts';
import { Conflict, type Work } from './work.ts';

const notes = table('notes', { id: text(), text: text(), pinned: flag() });
interface Schema {
  notes: RowOf<typeof notes>;
}
const query = anyQueriesFor<Schema>();
const listNotes = query<object>()(({ db }) => db.selectFrom('notes').select('id').orderBy('id'));
const lockNote = query<{ id: string }>()(({ db, p, dialect }) =>
  db.selectFrom('notes').select('id').where('id', '=', p.id).modifyEnd(dialect.lockRows),
);
/** Both engines refuse it. */
const refusedRead = query<object>()(({ db }) => ({
  compile: () => sql`select no_such_function()`.compile(db),
}));
const endConnection = query<object>()(({ db }) => ({
  compile: () => sql`select pg_terminate_backend(pg_backend_pid())`.compile(db),
}));
/** As the server says that its disk is full. */
const diskFull = query<{ id: string }>()(({ db, p }) => ({
  compile: () =>
    sql`insert into notes (id, text, pinned) select ${p.id}, raise_full(), 0`.compile(db),
}));
const statements = { diskFull } as const;
const { statement } = statementsOf(statements);
const migrations = [
  {
    version: 1,
    name: '0001-notes',
    statements: [
      "create table notes (id text primary key, text text not null check (text <> 'bad'), pinned integer not null)",
      "insert into notes (id, text, pinned) values ('taken', '', 0)",
    ],
  },
];

type NotesDatabase = Database<Schema>;
type NoteWork = Work<Schema, unknown, string>;

const places = ['alone', 'first', 'middle', 'last'] as const;
type Place = (typeof places)[number];

const note = (id: string, content = ''): RowWrite =>
  insert(notes, { id, text: content, pinned: false });

function work(id: string, steps: Partial<NoteWork> = {}): NoteWork {
  return {
    keys: [id],
    owner: id,
    commit: 'shared',
    load: async (reader) => reader.first(lockNote, { id }),
    decide: () => ({ answer: id, writes: { rows: [note(id)] } }),
    ...steps,
  };
}

function writing(...rows: readonly RowWrite[]): Partial<NoteWork> {
  return { decide: () => ({ answer: 'culprit', writes: { rows } }) };
}

const badLate = new LateSlot<string>(1, (ids) => ids.map((id) => note(id, 'bad')));

/** A change whose late writes follow from what they read. */
function readingLate(load: (reader: Reader<Schema>) => Promise<readonly RowWrite[]>) {
  const slot = new LateSlot<string>(1, () => [], load);
  const writes = { rows: [note('culprit')], late: [slot.loadedEntry('late')] };
  return { decide: () => ({ answer: 'culprit', writes }) };
}

/** How the member with the fault ends. */
const faults: readonly {
  readonly where: string;
  readonly steps: Partial<NoteWork>;
  readonly told: (error: unknown) => void;
}[] = [
  {
    where: 'load refuses',
    steps: { load: () => Promise.reject(new Refusal('domain_not_found', 'no')) },
    told: (error) => expect(error).toBeInstanceOf(Refusal),
  },
  {
    where: 'a read of load is refused by the store',
    steps: { load: (reader) => reader.first(refusedRead, {}) },
    told: (error) => expect(String(error)).toMatch(/no_such_function/),
  },
  {
    where: 'decide refuses',
    steps: {
      decide: () => {
        throw new Refusal('domain_taken', 'no');
      },
    },
    told: (error) => expect(error).toBeInstanceOf(Refusal),
  },
  {
    where: 'decide is at fault',
    steps: {
      decide: () => {
        throw new RangeError('a mistake');
      },
    },
    told: (error) => expect(error).toBeInstanceOf(RangeError),
  },
  {
    where: 'a value cannot be stored',
    steps: writing(note('culprit'), insert(notes, { id: 'x', text: {} as string, pinned: false })),
    told: (error) => expect(error).toBeInstanceOf(TypeError),
  },
  {
    where: 'a field is missing',
    steps: writing({ kind: 'insert', table: 'notes', row: { id: 'x' }, ifAbsent: false }),
    told: (error) => expect(String(error)).toMatch(/field text is missing/),
  },
  {
    where: 'the first statement is refused',
    steps: writing(note('culprit', 'bad')),
    told: (error) => expect(String(error)).toMatch(/check/i),
  },
  {
    where: 'a later statement is refused',
    steps: writing(note('culprit'), note('x'), note('y', 'bad')),
    told: (error) => expect(String(error)).toMatch(/check/i),
  },
  {
    where: 'another transaction took the row',
    steps: writing(note('culprit'), note('taken')),
    told: isConflict,
  },
  {
    where: 'the row of an update is gone',
    steps: writing(note('culprit'), update(notes, { id: 'gone' }, { text: 'x' })),
    told: isConflict,
  },
  {
    where: 'the late writes are refused',
    steps: {
      decide: () => ({
        answer: 'culprit',
        writes: { rows: [note('culprit')], late: [badLate.entry('late')] },
      }),
    },
    told: (error) => expect(String(error)).toMatch(/check/i),
  },
  {
    where: 'late writes that follow from reads are refused',
    steps: readingLate(async () => [note('late', 'bad')]),
    told: (error) => expect(String(error)).toMatch(/check/i),
  },
  {
    where: 'the load of late writes refuses',
    steps: readingLate(() => Promise.reject(new Refusal('quota_exceeded', 'no'))),
    told: (error) => expect(error).toBeInstanceOf(Refusal),
  },
  {
    where: 'a read of late writes is refused by the store',
    steps: readingLate(async (reader) => {
      await reader.first(refusedRead, {});
      return [];
    }),
    told: (error) => expect(String(error)).toMatch(/no_such_function/),
  },
];

function isConflict(error: unknown): void {
  expect(error).toBeInstanceOf(StorageUnavailable);
  expect((error as Error).cause).toBeInstanceOf(Conflict);
}

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describeOnBothEngines('a shared commit', (engine) => {
  for (const { where, steps, told } of faults) {
    it.each(places)(`${where}: %s of its group fails, the others are stored`, async (place) => {
      const { db } = await open(engine);
      const { culprit, others } = await runGroup(db, place, work('culprit', steps));
      told(rejection(culprit));
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 'fulfilled'));
      expect(await stored(db)).toEqual(othersOf(place));
      await expectUsable(db);
    });
  }

  it.each(places)('load awaits something else: %s of its group', async (place) => {
    const { db } = await open(engine);
    const waits = work('culprit', { load: () => new Promise(() => {}) });
    const { culprit, others } = await runGroup(db, place, waits);
    expect(String(rejection(culprit))).toMatch(/awaited something other/);
    expect(others.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await stored(db)).toEqual(othersOf(place));
    await expectUsable(db);
  });

  it.each(places)('a load of late writes awaits something else: %s of its group', async (place) => {
    const { db } = await open(engine);
    const waits = work(
      'culprit',
      readingLate(() => new Promise(() => {})),
    );
    const { culprit, others } = await runGroup(db, place, waits);
    expect(String(rejection(culprit))).toMatch(/awaited something other/);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 'fulfilled'));
    expect(await stored(db)).toEqual(othersOf(place));
    await expectUsable(db);
  });

  it('late writes that follow from reads are made once, after all other writes', async () => {
    const { db } = await open(engine);
    const slot = new LateSlot<string>(
      1,
      (ids) => ids.map((id) => note(`${id}-unread`)),
      async (reader: Reader<Schema>, ids) => {
        const seen = await reader.all(listNotes, {});
        return [note(`${ids.join()}: ${seen.map(({ id }) => id).join()}`)];
      },
    );
    const member = (id: string) => {
      const late = id === 'a' ? slot.entry(id) : slot.loadedEntry(id);
      return work(id, {
        decide: () => ({ answer: id, writes: { rows: [note(id)], late: [late] } }),
      });
    };
    // On PostgreSQL the first opens the group, and the others join it.
    const first = work('first', { keys: ['first'] });
    await Promise.all([first, ...['a', 'b', 'c'].map(member)].map((each) => db.change(each)));
    expect(await stored(db)).toEqual(['a', 'a,b,c: a,b,c,first,taken', 'b', 'c', 'first']);
    await db.change(member('d'));
    expect(await stored(db)).toContain('d: a,a,b,c: a,b,c,first,taken,b,c,d,first,taken');
  });

  it('a listener that throws takes no answer from what is committed', async () => {
    const { db } = await open(engine);
    db.events.subscribe('jobs-changed', () => {
      throw new Error('a mistake of the listener');
    });
    const decide = () => {
      const writes = { rows: [note('culprit')], events: [{ kind: 'jobs-changed' } as const] };
      return { answer: 'culprit', writes };
    };
    const { culprit, others } = await runGroup(db, 'middle', work('culprit', { decide }));
    expect([culprit, ...others].every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await stored(db)).toEqual([...othersOf('middle'), 'culprit'].sort());
    await expectUsable(db);
  });

  it('members see what earlier members with a common key decided', async () => {
    const { db } = await open(engine);
    const seen: unknown[] = [];
    const same = (id: string) =>
      work(id, {
        keys: ['common'],
        load: (reader: Reader<Schema>) => reader.all(listNotes, {}),
        decide: (loaded) => {
          seen.push((loaded as { id: string }[]).map((row) => row.id));
          return { answer: id, writes: { rows: [note(id)] } };
        },
      });
    await Promise.all(['a', 'b', 'c'].map((id) => db.change(same(id))));
    expect(seen).toEqual([['taken'], ['a', 'taken'], ['a', 'b', 'taken']]);
  });

  it('a full disk: the group fails, nothing is stored, and the store goes on', async () => {
    const { db, place } = await open(engine);
    if (engine.name === 'sqlite') return expectFullFile(db);
    await runSql(place, 'set search_path = notes', raiseFull);
    const full = work('culprit', writing(note('culprit'), statement('diskFull', { id: 'x' })));
    const { culprit, others } = await runGroup(db, 'middle', full);
    for (const each of [culprit, ...others]) {
      expect(rejection(each)).toBeInstanceOf(StorageUnavailable);
    }
    expect(await stored(db)).toEqual([]);
    await expectUsable(db);
  });
});

/** A server's load may wait: the round waits with it, and all are stored. */
async function expectFullFile(db: NotesDatabase): Promise<void> {
  const large = 'x'.repeat(200_000);
  await db.transaction(async (tx) => void (await tx.all(limitPages(20), {})));
  // Otherwise a busy machine ends the group by its time, before the last member.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const { culprit, others } = await runGroup(
    db,
    'last',
    work('culprit', writing(note('x', large))),
  );
  clock.mockRestore();
  expect(rejection(culprit)).toBeInstanceOf(StorageUnavailable);
  for (const each of others) expect(rejection(each)).toBeInstanceOf(StorageUnavailable);
  await db.transaction(async (tx) => void (await tx.all(limitPages(1_000_000), {})));
  expect(await stored(db)).toEqual([]);
  await expectUsable(db);
}

const limitPages = (pages: number) =>
  query<object>()(({ db }) => ({
    compile: () => sql<object>`${sql.raw(`pragma max_page_count = ${pages}`)}`.compile(db),
  }));

const raiseFull = `create function raise_full() returns text language plpgsql as
  $$ begin raise exception 'no space' using errcode = '53100'; end $$`;

describeOnPostgres('a lost connection', (engine) => {
  it.each(places)('before COMMIT: nothing is stored; %s of its group', async (place) => {
    const { db } = await open(engine);
    const ends = work('culprit', { load: (reader) => reader.first(endConnection, {}) });
    const { culprit, others } = await runGroup(db, place, ends);
    for (const each of [culprit, ...others]) {
      expect(rejection(each)).toBeInstanceOf(StorageUnavailable);
    }
    expect(await stored(db)).toEqual([]);
    await expectUsable(db);
  });

  it.each([
    { lose: 'request', isKept: false },
    { lose: 'answer', isKept: true },
  ] as const)('during COMMIT, the $lose lost: settled by asking', async ({ lose, isKept }) => {
    const place = await engine.emptyPlace();
    const proxy = await openCommitProxy(place.databaseUrl ?? '');
    cleanUps.push(() => proxy.close());
    const { db } = await open(engine, { place, url: proxy.url });
    const lost = proxy.loseOne({ having: /insert into notes/, lose });
    const { culprit, others } = await runGroup(db, 'last', work('culprit'));
    await lost;
    const ends = [culprit, ...others];
    if (isKept) expect(ends.every(({ status }) => status === 'fulfilled')).toBe(true);
    else for (const each of ends) expect(rejection(each)).toBeInstanceOf(StorageUnavailable);
    expect(await stored(db)).toEqual(isKept ? [...othersOf('last'), 'culprit'].sort() : []);
    await expectUsable(db);
  });

  it('during COMMIT without a row that proves it: the outcome is unknown', async () => {
    const place = await engine.emptyPlace();
    const proxy = await openCommitProxy(place.databaseUrl ?? '');
    cleanUps.push(() => proxy.close());
    const { db } = await open(engine, { place, url: proxy.url });
    const lost = proxy.loseOne({ having: /update notes/, lose: 'answer' });
    const touches = work('taken', writing(update(notes, { id: 'taken' }, { text: 'new' })));
    const [end] = await Promise.allSettled([db.change(touches)]);
    await lost;
    expect(rejection(end)).toBeInstanceOf(StorageOutcomeUnknown);
  });
});

describeOnPostgres('a lock from elsewhere', (engine) => {
  it.each(places)('makes %s of its group wait alone, and not the others', async (place) => {
    const { db, place: at } = await open(engine);
    const holder = new pg.Client({ connectionString: at.databaseUrl ?? '' });
    await holder.connect();
    cleanUps.push(() => holder.end());
    await holder.query("begin; select 1 from notes.notes where id = 'taken' for update");
    const waits = work('culprit', { load: (reader) => reader.first(lockNote, { id: 'taken' }) });
    const order: string[] = [];
    const { culprit, others } = startGroup(db, place, waits);
    culprit.then(() => order.push('culprit'));
    await Promise.all(others);
    await holder.query('commit');
    await culprit;
    expect(order).toEqual(['culprit']);
    expect(await stored(db)).toEqual([...othersOf(place), 'culprit'].sort());
  });
});

function describeOnPostgres(title: string, define: (engine: TestEngine) => void): void {
  describeOnBothEngines(title, (engine) => {
    if (engine.name === 'postgres') define(engine);
    else it('cannot happen: the store is in the process, behind one writer', () => {});
  });
}

const otherIds = ['a', 'b', 'c', 'd'];

/** The members beside the one with the fault. */
function othersOf(place: Place): string[] {
  return place === 'alone' ? [] : otherIds;
}

function startGroup(db: NotesDatabase, place: Place, culprit: NoteWork) {
  const at = { alone: 0, first: 0, middle: 2, last: 4 }[place];
  const works = othersOf(place).map((id) => work(id));
  works.splice(at, 0, culprit);
  const ends = works.map((each) => db.change(each));
  for (const end of ends) end.catch(() => {});
  const [own] = ends.splice(at, 1);
  if (own === undefined) throw new Error('A group without its member.');
  return { culprit: own, others: ends };
}

async function runGroup(db: NotesDatabase, place: Place, culprit: NoteWork) {
  const started = startGroup(db, place, culprit);
  const [own] = await Promise.allSettled([started.culprit]);
  return { culprit: own, others: await Promise.allSettled(started.others) };
}

function rejection(end: PromiseSettledResult<unknown> | undefined): unknown {
  if (end?.status !== 'rejected') throw new Error('It was not rejected.');
  return end.reason;
}

async function stored(db: NotesDatabase): Promise<string[]> {
  const rows = await db.all(listNotes, {});
  return rows.map(({ id }) => id).filter((id) => id !== 'taken');
}

async function expectUsable(db: NotesDatabase): Promise<void> {
  expect(await db.change(work('next'))).toBe('next');
  expect(await stored(db)).toContain('next');
}

async function runSql(place: TestPlace, ...texts: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: place.databaseUrl ?? '' });
  await client.connect();
  for (const each of texts) await client.query(each);
  await client.end();
}

async function open(
  engine: TestEngine,
  options: { readonly place?: TestPlace; readonly url?: string } = {},
): Promise<{ readonly db: NotesDatabase; readonly place: TestPlace }> {
  const place = options.place ?? (await engine.emptyPlace());
  const model = { tables: { notes }, statements };
  const url = options.url ?? place.databaseUrl;
  const db =
    url === null
      ? await openSqlite<Schema>({ file: join(place.dataDir, 'notes.db'), migrations, model })
      : // One writer, so that all members are in one group.
        await openPostgres<Schema>({
          url,
          schema: 'notes',
          migrations,
          model,
          connectionsMax: 6,
          loadMsMax: 500,
        });
  cleanUps.push(() => db.close());
  return { db, place };
}
