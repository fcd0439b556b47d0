import { performance } from 'node:perf_hooks';
import { openCommitProxy } from '@hostmaster/test-rig/crash-commit-proxy';
import {
  addNote,
  failWith,
  findNote,
  listNotes,
  type NotesSchema,
  touchNote,
  withNotes,
} from '@hostmaster/test-rig/notes-store';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../base/errors.ts';
import type { Database, Tx } from './database.ts';
import { command, queriesFor } from './query.ts';

/** The number of the transaction that a statement runs in, the same for all its savepoints. */
const transactionId = queriesFor<NotesSchema>()<object>()(({ db }) => ({
  compile: () => sql<{ id: string }>`select pg_current_xact_id()::text as id`.compile(db),
}));
const endConnection = queriesFor<NotesSchema>()<object>()(({ db }) => ({
  compile: () => sql<object>`select pg_terminate_backend(pg_backend_pid())`.compile(db),
}));

const share = { commitsWith: 'one' };

async function idsOf(db: Database<NotesSchema>): Promise<number[]> {
  return (await db.all(listNotes, {})).map(({ id }) => id);
}

function addInTransaction(db: Database<NotesSchema>, id: number, options = share) {
  return db.transaction(async (tx) => {
    await tx.run(addNote, { id });
    return (await tx.first(transactionId, {}))?.id;
  }, options);
}

describe('transactions that share commits on PostgreSQL', () => {
  beforeEach(() => {
    // The clock for a group's age, so that a busy machine does not split groups.
    vi.spyOn(performance, 'now').mockReturnValue(0);
  });

  it('are committed together, up to 32', () =>
    withNotes(async ({ db }) => {
      const numbers = Array.from({ length: 40 }, (_, i) => i + 1);
      const transactions = await Promise.all(numbers.map((id) => addInTransaction(db, id)));
      const sizes = Map.groupBy(transactions, (id) => id)
        .values()
        .map((group) => group.length);
      expect([...sizes]).toEqual([32, 8]);
      expect(await idsOf(db)).toEqual(numbers);
    }));

  it('undo their own rows only', () =>
    withNotes(async ({ db }) => {
      let hooks = 0;
      const [first, refused, failed, ignored, last] = await Promise.allSettled([
        addInTransaction(db, 1),
        db.transaction(async (tx) => {
          tx.afterCommit(() => {
            hooks += 1;
          });
          await tx.run(addNote, { id: 2 });
          throw new Error('refused');
        }, share),
        addInTransaction(db, 1),
        db.transaction(async (tx) => {
          await tx.run(addNote, { id: 3 });
          await tx.run(addNote, { id: 1 }).catch(() => {});
        }, share),
        addInTransaction(db, 4),
      ]);
      expect(refused).toMatchObject({ reason: new Error('refused') });
      expect(failed).toMatchObject({ reason: { code: '23505' } });
      expect(ignored).toMatchObject({ reason: { code: '23505' } });
      expect(first).toEqual(last);
      expect(await idsOf(db)).toEqual([1, 4]);
      expect(hooks).toBe(0);
    }));

  it('are not failed by the late answers to another one’s statements', () =>
    withNotes(async ({ db }) => {
      const [failed, next] = await Promise.allSettled([
        // The second fails because of the first, when the next member has begun.
        db.transaction(
          (tx) =>
            Promise.all([
              tx.run(failWith('53100'), {}),
              ...Array.from({ length: 50 }, () => tx.run(addNote, { id: 1 })),
            ]),
          share,
        ),
        addInTransaction(db, 2),
      ]);
      expect(failed).toMatchObject({ reason: expect.any(StorageUnavailable) });
      expect(next).toEqual({ status: 'fulfilled', value: expect.any(String) });
    }));

  it.each([
    ['the last one', []],
    ['one before others', [3, 4]],
  ])('run alone when an unawaited write fails in %s', (_, after) =>
    withNotes(async ({ db }) => {
      await addInTransaction(db, 1);
      let runs = 0;
      const [, failed, refused, ...others] = await Promise.allSettled([
        addInTransaction(db, 2),
        db.transaction(async (tx) => {
          await tx.first(findNote, { id: 1 });
          tx.write([command(addNote, { id: 1 })]);
          runs += 1;
        }, share),
        ...(after.length > 0
          ? [
              db.transaction(async () => {
                throw new Error('refused');
              }, share),
            ]
          : []),
        ...after.map((id) => addInTransaction(db, id)),
      ]);
      expect(failed).toMatchObject({ reason: { code: '23505' } });
      expect(runs).toBe(2);
      if (after.length > 0) expect(refused).toMatchObject({ reason: new Error('refused') });
      expect(others.map(({ status }) => status)).toEqual(after.map(() => 'fulfilled'));
      expect(await idsOf(db)).toEqual([1, 2, ...after]);
    }),
  );

  it('send unawaited writes together with the next one’s first statement', () =>
    withNotes(async ({ db }) => {
      const seen = await Promise.all(
        [1, 2, 3].map((id) =>
          db.transaction(async (tx) => {
            const before = await tx.first(findNote, { id: id - 1 });
            tx.write([command(addNote, { id })]);
            return before?.id;
          }, share),
        ),
      );
      expect(seen).toEqual([undefined, 1, 2]);
      expect(await idsOf(db)).toEqual([1, 2, 3]);
    }));

  it('see what was committed before, and nothing of others after they have ended', () =>
    withNotes(async ({ db }) => {
      let leaked: Tx<NotesSchema> | undefined;
      await db.transaction(async (tx) => {
        leaked = tx;
        await tx.run(addNote, { id: 1 });
      }, share);
      await db.transaction(async (tx) => {
        expect(await tx.first(findNote, { id: 1 })).toEqual({ id: 1 });
        await expect(leaked?.run(addNote, { id: 2 })).rejects.toThrow('has ended');
      }, share);
      expect(await idsOf(db)).toEqual([1]);
    }));

  it('leave the group when a row is locked elsewhere, and others go on', () =>
    withNotes(async ({ db, url }) => {
      await addInTransaction(db, 1);
      const holder = new pg.Client({ connectionString: url });
      await holder.connect();
      await holder.query('begin');
      await holder.query('select * from notes.notes where id = 1 for update');
      const touch = (text: string) =>
        db.transaction((tx) => tx.run(touchNote, { id: 1, text }), share);
      const waiting = Promise.all([touch('a'), touch('b')]);
      await addInTransaction(db, 2, { commitsWith: 'another' });
      expect(await idsOf(db)).toEqual([1, 2]);
      await holder.query('commit');
      await holder.end();
      expect(await waiting).toEqual([1, 1]);
    }));

  it('fail together when their connection breaks before the commit', () =>
    withNotes(async ({ db }) => {
      const outcomes = await Promise.allSettled([
        addInTransaction(db, 1),
        db.transaction((tx) => tx.all(endConnection, {}), share),
        addInTransaction(db, 2),
      ]);
      expect(outcomes.slice(0, 2)).toMatchObject([
        { reason: expect.any(StorageUnavailable) },
        { reason: expect.any(StorageUnavailable) },
      ]);
      // The one that had not begun has a new connection.
      expect(outcomes[2]?.status).toBe('fulfilled');
      expect(await idsOf(db)).toEqual([2]);
    }));

  for (const [title, plan, isCommitted] of [
    ['COMMIT was lost', { lose: 'request' }, false],
    ['its answer was lost', { lose: 'answer', whenAnswered: true }, true],
    ['the connection broke meanwhile', { lose: 'answer' }, true],
  ] as const) {
    it(`ask one by one what became of them when ${title}, and never run again`, () =>
      withNotes(async ({ db, open, url }) => {
        const proxy = await openCommitProxy(url);
        const far = await open(proxy.url);
        const happened = proxy.loseOne({ ...plan, having: /insert into "notes"/ });
        let runs = 0;
        const add = (id: number, write: (tx: Tx<NotesSchema>) => Promise<unknown>) =>
          far.transaction(
            async (tx) => {
              runs += 1;
              await write(tx);
            },
            {
              ...share,
              committed: async () => (await db.first(findNote, { id })) !== undefined,
            },
          );
        const outcomes = await Promise.allSettled([
          add(1, (tx) => tx.run(addNote, { id: 1 })),
          // Its answer is lost together with that to COMMIT.
          add(2, async (tx) => tx.write([command(addNote, { id: 2 })])),
        ]);
        await happened;
        expect(runs).toBe(2);
        expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
          isCommitted,
          isCommitted,
        ]);
        expect(await idsOf(db)).toEqual(isCommitted ? [1, 2] : []);
        await proxy.close();
      }));
  }

  it('of another key are not held up by a slow one', () =>
    withNotes(async ({ db }) => {
      const gate = Promise.withResolvers<void>();
      const slow = db.transaction(async (tx) => {
        await tx.run(addNote, { id: 1 });
        await gate.promise;
      }, share);
      await addInTransaction(db, 2, { commitsWith: 'another' });
      gate.resolve();
      await slow;
      expect(await idsOf(db)).toEqual([1, 2]);
    }));
});
