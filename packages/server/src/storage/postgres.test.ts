/** Failures that only PostgreSQL has: lost connections, deadlocks, silent aborts. */

import { openCommitProxy } from '@hostmaster/test-rig/crash-commit-proxy';
import {
  addNote,
  failWith,
  findNote,
  listNotes,
  touchNote,
  withNotes,
} from '@hostmaster/test-rig/notes-store';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { StorageOutcomeUnknown, StorageUnavailable } from '../base/errors.ts';

describe('a transaction on PostgreSQL', () => {
  it('that deadlocks is tried again until both are done', () =>
    withNotes(async ({ db }) => {
      await db.transaction(async (tx) => {
        await tx.run(addNote, { id: 1 });
        await tx.run(addNote, { id: 2 });
      });
      let runs = 0;
      const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
      const touch = (order: readonly [number, number], text: string, turn: 0 | 1) =>
        db.transaction(async (tx) => {
          runs += 1;
          await tx.run(touchNote, { id: order[0], text });
          both[turn].resolve();
          // Each holds its first row before either asks for its second.
          await Promise.all(both.map((each) => each.promise));
          await tx.run(touchNote, { id: order[1], text });
        });
      await Promise.all([touch([1, 2], 'a', 0), touch([2, 1], 'b', 1)]);
      expect(runs).toBeGreaterThanOrEqual(3);
      const texts = (await db.all(listNotes, {})).map((row) => row.text);
      expect(new Set(texts).size).toBe(1);
    }));

  it('that fails to serialize is tried again, a limited number of times', () =>
    withNotes(async ({ db }) => {
      let runs = 0;
      const work = db.transaction(async (tx) => {
        runs += 1;
        await tx.run(addNote, { id: runs });
        if (runs < 3) await tx.run(failWith('40001'), {});
      });
      await work;
      expect(runs).toBe(3);
      expect((await db.all(listNotes, {})).map((row) => row.id)).toEqual([3]);
      runs = 10;
      const hopeless = db.transaction(async (tx) => {
        runs += 1;
        await tx.run(failWith('40001'), {});
      });
      await expect(hopeless).rejects.toMatchObject({ code: '40001' });
      expect(runs).toBe(20);
    }));

  it('reports the first of its statements that failed, in any order of answers', () =>
    withNotes(async ({ db }) => {
      let runs = 0;
      await db.transaction(async (tx) => {
        runs += 1;
        const deeper = async (depth: number): Promise<unknown> =>
          depth === 0 ? tx.run(failWith('40001'), {}) : await deeper(depth - 1);
        // The server refuses the second only because the first has failed.
        await Promise.all([runs < 3 && deeper(9), tx.run(addNote, { id: runs })]);
      });
      expect(runs).toBe(3);
      expect((await db.all(listNotes, {})).map((row) => row.id)).toEqual([3]);
    }));

  it('that swallowed an error is not reported as committed', () =>
    withNotes(async ({ db }) => {
      const work = db.transaction(async (tx) => {
        await tx.run(addNote, { id: 1 });
        await tx.run(addNote, { id: 1 }).catch(() => {});
      });
      await expect(work).rejects.toThrow();
      expect(await db.all(listNotes, {})).toEqual([]);
    }));

  it('out of disk is a storage fault, and the connection stays good', () =>
    withNotes(async ({ db }) => {
      const full = db.transaction(async (tx) => {
        await tx.run(addNote, { id: 1 });
        await tx.run(failWith('53100'), {});
      });
      await expect(full).rejects.toBeInstanceOf(StorageUnavailable);
      await db.transaction((tx) => tx.run(addNote, { id: 2 }));
      expect((await db.all(listNotes, {})).map((row) => row.id)).toEqual([2]);
    }));

  for (const [title, plan, isCommitted] of [
    ['COMMIT was lost', { lose: 'request' }, false],
    ['its answer was lost', { lose: 'answer', whenAnswered: true }, true],
    ['the connection broke meanwhile', { lose: 'answer' }, true],
  ] as const) {
    it(`asks what became of it when ${title}`, () =>
      withNotes(async ({ db, open, url }) => {
        const proxy = await openCommitProxy(url);
        const far = await open(proxy.url);
        const happened = proxy.loseOne({ ...plan, having: /insert into "notes"/ });
        const work = far.transaction((tx) => tx.run(addNote, { id: 1 }), {
          committed: async () => (await db.first(findNote, { id: 1 })) !== undefined,
        });
        if (isCommitted) expect(await work).toBe(1);
        else await expect(work).rejects.toBeInstanceOf(StorageUnavailable);
        await happened;
        expect(await db.all(listNotes, {})).toHaveLength(isCommitted ? 1 : 0);
        await far.transaction((tx) => tx.run(addNote, { id: 2 }));
        await proxy.close();
      }));
  }

  it('with an unknown outcome rejects with StorageOutcomeUnknown', () =>
    withNotes(async ({ open, url }) => {
      const proxy = await openCommitProxy(url);
      const far = await open(proxy.url);
      const happened = proxy.loseOne({ lose: 'answer', whenAnswered: true, having: /"notes"/ });
      const work = far.transaction((tx) => tx.run(addNote, { id: 1 }));
      await expect(work).rejects.toBeInstanceOf(StorageOutcomeUnknown);
      await happened;
      await proxy.close();
    }));

  it('reads one moment in a snapshot', () =>
    withNotes(async ({ db }) => {
      await db.transaction((tx) => tx.run(addNote, { id: 1 }));
      const seen = await db.snapshot(async (reader) => {
        const before = await reader.all(listNotes, {});
        await db.transaction((tx) => tx.run(addNote, { id: 2 }));
        return [before.length, (await reader.all(listNotes, {})).length];
      });
      expect(seen).toEqual([1, 1]);
    }));
});

describe('reads on PostgreSQL', () => {
  it('that are sent together fail on their own', () =>
    withNotes(async ({ db }) => {
      await db.transaction((tx) => tx.run(addNote, { id: 1 }));
      const found = { status: 'fulfilled', value: { id: 1 } };
      // The second time, the failed statement is prepared again.
      for (const _ of [1, 2]) {
        const outcomes = await Promise.allSettled([
          db.first(findNote, { id: 1 }),
          db.all(failWith('22012'), {}),
          db.all(failWith('22013'), {}),
          db.first(findNote, { id: 1 }),
        ]);
        expect(outcomes).toMatchObject([
          found,
          { reason: { code: '22012' } },
          { reason: { code: '22013' } },
          found,
        ]);
      }
    }));

  it('refuse a parameter that no column has, and nothing is sent', () =>
    withNotes(async ({ db }) => {
      const id = true as unknown as number;
      await expect(db.first(findNote, { id })).rejects.toThrow(TypeError);
      await expect(db.transaction((tx) => tx.run(addNote, { id }))).rejects.toThrow(TypeError);
      expect(await db.first(findNote, { id: 1 })).toBeUndefined();
    }));
});

describe('beside others on PostgreSQL', () => {
  it('a lock that is never released fails only the transactions that wait for it', () =>
    withNotes(async ({ db, url }) => {
      await db.transaction((tx) => tx.run(addNote, { id: 1 }));
      const frozen = new pg.Client({ connectionString: url });
      await frozen.connect();
      try {
        await frozen.query('begin');
        await frozen.query('select * from notes.notes where id = 1 for update');
        const waiting = Array.from({ length: 8 }, () =>
          db.transaction((tx) => tx.run(touchNote, { id: 1, text: 'late' })),
        );
        const outcomes = Promise.allSettled(waiting);
        expect(await db.first(findNote, { id: 1 })).toEqual({ id: 1 });
        for (const outcome of await outcomes) {
          expect(outcome).toMatchObject({ reason: expect.any(StorageUnavailable) });
        }
      } finally {
        await frozen.end();
      }
      await db.transaction((tx) => tx.run(touchNote, { id: 1, text: 'in time' }));
      expect(await db.all(listNotes, {})).toEqual([{ id: 1, text: 'in time' }]);
    }));

  it('goes on after another process has changed the tables', () =>
    withNotes(async ({ db, url }) => {
      const everyConnection = () =>
        Promise.all([
          ...Array.from({ length: 100 }, () => db.all(listNotes, {})),
          ...Array.from({ length: 8 }, () => db.transaction((tx) => tx.all(listNotes, {}))),
        ]);
      await db.transaction((tx) => tx.run(addNote, { id: 1 }));
      await everyConnection();
      const migrating = new pg.Client({ connectionString: url });
      await migrating.connect();
      await migrating.query('alter table notes.notes add column added integer default 7');
      await migrating.end();
      for (const rows of await everyConnection()) {
        expect(rows).toEqual([{ id: 1, text: '', added: 7 }]);
      }
    }));
});
