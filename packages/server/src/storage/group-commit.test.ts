import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../base/errors.ts';
import type { Database, Tx } from './database.ts';
import type { BatchListener } from './group-commit.ts';
import { queriesFor } from './query.ts';
import { openSqlite } from './sqlite.ts';

interface Schema {
  notes: { id: number; text: string };
  children: { id: number; note_id: number };
}

type Batch = Parameters<BatchListener>[0];

const migrations = [
  {
    version: 1,
    name: '0001-notes',
    statements: [
      'create table notes (id integer primary key, text text not null)',
      'create table children (id integer primary key, note_id integer not null references notes (id))',
    ],
  },
];
const query = queriesFor<Schema>();
const addNote = query<{ id: number; text: string }>()(({ db, p }) =>
  db.insertInto('notes').values({ id: p.id, text: p.text }),
);
const addChild = query<{ id: number; noteId: number }>()(({ db, p }) =>
  db.insertInto('children').values({ id: p.id, note_id: p.noteId }),
);
const listIds = query<object>()(({ db }) => db.selectFrom('notes').select('id').orderBy('id'));
const countNotes = query<object>()(({ db }) =>
  db.selectFrom('notes').select((eb) => eb.fn.countAll<number>().as('count')),
);
const limitPages = (pages: number) =>
  query<object>()(({ db }) => ({
    compile: () => sql<object>`${sql.raw(`pragma max_page_count = ${pages}`)}`.compile(db),
  }));

let file: string;
let db: Database<Schema>;
let batches: Batch[];
let cleanUps: (() => unknown)[];
/** The clock for a batch's age, so that a busy machine does not split batches. */
let nowMs: number;

beforeEach(async () => {
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const directory = await createTestDirectory();
  file = join(directory.path, 'notes.db');
  batches = [];
  db = await openSqlite<Schema>({ file, migrations, onBatch: (batch) => batches.push(batch) });
  batches.length = 0;
  cleanUps = [() => db.close(), directory.remove];
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const cleanUp of cleanUps) await cleanUp();
});

function add(id: number, text = ''): Promise<number> {
  return db.transaction((tx) => tx.run(addNote, { id, text }));
}

async function ids(): Promise<number[]> {
  return (await db.all(listIds, {})).map((row) => row.id);
}

/** What another process would read: a separate connection. */
function openOther(): DatabaseSync {
  const other = new DatabaseSync(file, { timeout: 0 });
  cleanUps.unshift(() => other.isOpen && other.close());
  return other;
}

function committedIds(): number[] {
  const other = openOther();
  const rows = other.prepare('select id from notes order by id').all();
  other.close();
  return rows.map((row) => Number(row.id));
}

/** The next COMMIT fails; everything else goes through. */
function failNextCommit(error: Error): void {
  const exec = DatabaseSync.prototype.exec;
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec');
  spy.mockImplementation(function (this: DatabaseSync, statement: string) {
    if (statement !== 'commit') return exec.call(this, statement);
    spy.mockRestore();
    throw error;
  });
}

function sqliteError(errcode: number): Error {
  return Object.assign(new Error('disk I/O error'), { errcode });
}

describe('a shared commit', () => {
  it('transactions of different owners take turns, however many one of them has waiting', async () => {
    const order: string[] = [];
    const note = (commitsWith: string, id: number) =>
      db.transaction(
        async (tx) => {
          order.push(`${commitsWith} ${id}`);
          await tx.run(addNote, { id, text: commitsWith });
        },
        { commitsWith },
      );
    await Promise.all([
      ...[1, 2, 3, 4].map((id) => note('loud', id)),
      ...[5, 6].map((id) => note('quiet', id)),
    ]);
    expect(order).toEqual(['loud 1', 'loud 2', 'quiet 5', 'loud 3', 'quiet 6', 'loud 4']);
  });

  it('carries many transactions', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, id) => add(id)));
    expect(batches).toEqual([{ members: 50, failed: false }]);
    expect(committedIds()).toHaveLength(50);
  });

  it('runs them first come first served, each seeing those before it', async () => {
    const seen = await Promise.all(
      Array.from({ length: 20 }, (_, id) =>
        db.transaction(async (tx) => {
          const before = (await tx.all(listIds, {})).map((row) => row.id);
          await tx.run(addNote, { id, text: '' });
          return before;
        }),
      ),
    );
    expect(seen).toEqual(seen.map((_, id) => Array.from({ length: id }, (_, index) => index)));
  });

  it('comes before success is reported', async () => {
    const seen = await Promise.all([1, 2, 3].map((id) => add(id).then(() => committedIds())));
    expect(seen).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  it('comes before a refusal is reported, which may depend on another member', async () => {
    const first = add(1);
    const refused = db
      .transaction(async (tx) => {
        const [{ count } = { count: 0 }] = await tx.all(countNotes, {});
        throw new Error(`There are ${count}.`);
      })
      .catch((error: Error) => ({ message: error.message, committed: committedIds() }));
    expect(await refused).toEqual({ message: 'There are 1.', committed: [1] });
    await first;
  });

  it('runs hooks after it, and only for those who succeeded', async () => {
    const seen: string[] = [];
    const work = (id: number, fails: boolean) =>
      db.transaction(async (tx) => {
        await tx.run(addNote, { id, text: '' });
        tx.afterCommit(() => seen.push(`${id} sees ${committedIds().join()}`));
        if (fails) throw new Error('no');
      });
    await Promise.allSettled([work(1, false), work(2, true), work(3, false)]);
    expect(seen).toEqual(['1 sees 1,3', '3 sees 1,3']);
  });

  it('holds 256 members at most', async () => {
    await Promise.all(Array.from({ length: 600 }, (_, id) => add(id)));
    expect(batches.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...batches.map((batch) => batch.members))).toBeLessThanOrEqual(256);
    expect(batches.reduce((sum, batch) => sum + batch.members, 0)).toBe(600);
    expect(await ids()).toHaveLength(600);
  });

  it('closes after five milliseconds', async () => {
    const work = (id: number, tookMs: number) =>
      db.transaction(async (tx) => {
        await tx.run(addNote, { id, text: '' });
        nowMs += tookMs;
      });
    await Promise.all([work(1, 2), work(2, 2), work(3, 2), work(4, 2)]);
    expect(batches.map((batch) => batch.members)).toEqual([3, 1]);
  });

  it('lets sockets and timers in between full batches', async () => {
    let isDone = false;
    let rounds = 0;
    const all = Promise.all(Array.from({ length: 2_000 }, (_, id) => add(id))).then(() => {
      isDone = true;
    });
    const turn = () => {
      rounds += 1;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await all;
    expect(rounds).toBeGreaterThan(5);
  });
});

describe('a member that fails', () => {
  it('takes back its own changes and leaves the others', async () => {
    const results = await Promise.allSettled([
      add(1),
      db.transaction(async (tx) => {
        await tx.run(addNote, { id: 2, text: '' });
        throw new Error('refused');
      }),
      add(3),
      add(1),
      add(4),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(committedIds()).toEqual([1, 3, 4]);
    expect(batches).toEqual([{ members: 3, failed: false }]);
  });

  it('gets a constraint violation as such, not as a storage fault', async () => {
    const orphan = db.transaction((tx) => tx.run(addChild, { id: 1, noteId: 99 }));
    await expect(orphan).rejects.toThrow(/FOREIGN KEY/);
    await expect(orphan).rejects.not.toBeInstanceOf(StorageUnavailable);
  });

  it('that awaits something other than its queries is rolled back; the rest commits', async () => {
    const stray = db.transaction(async (tx) => {
      await tx.run(addNote, { id: 1, text: '' });
      await pause(20);
      await tx.run(addNote, { id: 2, text: '' });
    });
    const other = add(3);
    const outcome = stray.catch((error: Error) => error.message);
    await other;
    expect(committedIds()).toEqual([3]);
    expect(await outcome).toMatch(/awaited something other than its own queries/);
    await add(4);
    expect(committedIds()).toEqual([3, 4]);
  });

  it('that awaits at its very end fails too, since its changes are gone', async () => {
    const stray = db.transaction(async (tx) => {
      await tx.run(addNote, { id: 1, text: '' });
      await pause(5);
    });
    await expect(stray).rejects.toThrow(/awaited something other/);
    expect(committedIds()).toEqual([]);
  });

  it('cannot go on after its end by a tx that escaped', async () => {
    let escaped: Tx<Schema> | null = null;
    await db.transaction(async (tx) => {
      escaped = tx;
      await tx.run(addNote, { id: 1, text: '' });
    });
    const late = (escaped as unknown as Tx<Schema>).run(addNote, { id: 2, text: '' });
    await expect(late).rejects.toThrow();
    expect(committedIds()).toEqual([1]);
  });
});

describe('a COMMIT that fails', () => {
  it('fails every member, the refused ones too, and later batches work', async () => {
    failNextCommit(sqliteError(10));
    const results = await Promise.allSettled([
      add(1),
      db.transaction(async () => {
        throw new Error('refused');
      }),
      add(2),
    ]);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StorageUnavailable) });
    }
    expect(batches).toEqual([{ members: 2, failed: true }]);
    expect(committedIds()).toEqual([]);
    await add(3);
    expect(committedIds()).toEqual([3]);
  });

  it('runs no hook', async () => {
    failNextCommit(sqliteError(13));
    let hooks = 0;
    const work = db.transaction(async (tx) => {
      await tx.run(addNote, { id: 1, text: '' });
      tx.afterCommit(() => {
        hooks += 1;
      });
    });
    await expect(work).rejects.toBeInstanceOf(StorageUnavailable);
    expect(hooks).toBe(0);
  });
});

describe('a full disk', () => {
  const long = 'x'.repeat(20_000);

  /** SQLite itself refuses to grow the file, as on a full disk, and may roll back on its own. */
  async function fill(): Promise<void> {
    const other = openOther();
    const row = other.prepare('pragma page_count').get();
    other.close();
    const pages = Number(row?.page_count);
    await db.transaction((tx) => tx.all(limitPages(pages + 2), {}));
    batches.length = 0;
  }

  async function makeRoom(): Promise<void> {
    await db.transaction((tx) => tx.all(limitPages(1_000_000), {}));
    batches.length = 0;
  }

  it('is a storage fault to the one it hits, and nothing of the batch autocommits', async () => {
    await fill();
    const results = await Promise.allSettled([
      add(1),
      db.transaction(async (tx) => {
        await tx.run(addNote, { id: 2, text: long });
        await tx.run(addNote, { id: 3, text: '' });
      }),
      add(4),
    ]);
    expect(results[1]).toMatchObject({ reason: expect.any(StorageUnavailable) });
    // Exactly the transactions that resolved are committed.
    const kept = [1, 4].filter((_, index) => results[index * 2]?.status === 'fulfilled');
    expect(committedIds()).toEqual(kept);
    await makeRoom();
    await add(5, long);
    expect(committedIds()).toEqual([...kept, 5]);
  });

  it('fails the whole batch when SQLite has rolled it back on its own', async () => {
    const prepare = DatabaseSync.prototype.prepare;
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
      this: DatabaseSync,
      text: string,
    ) {
      const statement = prepare.call(this, text);
      const run = statement.run.bind(statement);
      if (text.startsWith('insert into "notes"')) {
        statement.run = (...values) => {
          if (values[1] !== 'boom') return run(...(values as SQLInputValue[]));
          this.exec('rollback');
          throw sqliteError(13);
        };
      }
      return statement;
    });
    const results = await Promise.allSettled([
      add(1),
      db.transaction(async (tx) => {
        // A caller that swallows the error must not get to write outside the transaction.
        await tx.run(addNote, { id: 2, text: 'boom' }).catch(() => {});
        await tx.run(addNote, { id: 3, text: '' });
      }),
      db.transaction(async (tx) => {
        await tx.run(addNote, { id: 4, text: '' });
      }),
    ]);
    expect(results[0]).toMatchObject({ reason: expect.any(StorageUnavailable) });
    expect(results[1]).toMatchObject({ reason: expect.any(StorageUnavailable) });
    expect(committedIds()).toEqual(results[2].status === 'fulfilled' ? [4] : []);
  });
});

describe('beside another writer', () => {
  it('waits without blocking the event loop and goes on when the lock is released', async () => {
    const other = openOther();
    other.exec('begin immediate');
    const waiting = Promise.all([add(1), add(2)]);
    let turns = 0;
    const deadline = Date.now() + 100;
    while (Date.now() < deadline) {
      await pause(1);
      turns += 1;
    }
    expect(turns).toBeGreaterThan(20);
    expect(await ids()).toEqual([]);
    other.exec('commit');
    await waiting;
    expect(committedIds()).toEqual([1, 2]);
  });

  it('times out after a limit, together for all that wait', async () => {
    vi.restoreAllMocks();
    const other = openOther();
    other.exec('begin immediate');
    const startedAt = performance.now();
    const results = await Promise.allSettled([add(1), add(2), add(3)]);
    const waitedMs = performance.now() - startedAt;
    other.exec('rollback');
    for (const result of results) {
      expect(result).toMatchObject({ reason: expect.any(StorageUnavailable) });
    }
    expect(waitedMs).toBeGreaterThan(4_000);
    expect(waitedMs).toBeLessThan(13_000);
    await add(4);
    expect(committedIds()).toEqual([4]);
  });
});

describe('reads', () => {
  it('see only what is committed, also while a transaction runs', async () => {
    const seen: number[][] = [];
    await db.transaction(async (tx) => {
      await tx.run(addNote, { id: 1, text: '' });
      seen.push(await ids());
      seen.push((await tx.all(listIds, {})).map((row) => row.id));
    });
    seen.push(await ids());
    expect(seen).toEqual([[], [1], [1]]);
  });

  it('in a snapshot are of one moment, and writers go on', async () => {
    await add(1);
    const seen = await db.snapshot(async (reader) => {
      const before = await reader.all(listIds, {});
      await add(2);
      return [before, await reader.all(listIds, {}), await db.all(listIds, {})];
    });
    expect(seen.map((rows) => rows.map((row) => row.id))).toEqual([[1], [1], [1, 2]]);
  });

  it('in many snapshots at once take turns, also when some fail', async () => {
    await add(1);
    let open = 0;
    let openMax = 0;
    const counts = Array.from({ length: 40 }, (_, index) =>
      db.snapshot(async (reader) => {
        open += 1;
        openMax = Math.max(openMax, open);
        const rows = await reader.all(listIds, {});
        await new Promise((resolve) => setImmediate(resolve));
        open -= 1;
        if (index % 3 === 0) throw new Error('no');
        return rows.length;
      }),
    );
    const ended = await Promise.allSettled(counts);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(26);
    expect(openMax).toBe(8);
  });

  it('end their snapshot also when they fail', async () => {
    await expect(
      db.snapshot(async (reader) => {
        await reader.all(listIds, {});
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await add(1);
    // A snapshot left open would keep the log from being emptied.
    const row = openOther().prepare('pragma wal_checkpoint(truncate)').get();
    expect(row).toMatchObject({ busy: 0, log: 0 });
  });
});
