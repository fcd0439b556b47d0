import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { describe, expect, it } from 'vitest';
import { assertBytes } from './bound.ts';
import { sqliteDialect } from './dialect.ts';
import { command, queriesFor } from './query.ts';
import { listPages, loadList, readList } from './read-list.ts';

interface Schema {
  notes: { id: number; author: string; text: string };
}

const migrations = [
  {
    version: 1,
    name: '0001-notes',
    statements: [
      'create table notes (id integer primary key, author text not null, text text not null)',
    ],
  },
];
const query = queriesFor<Schema>();

const addNote = query<Schema['notes']>()(({ db, p }) =>
  db.insertInto('notes').values({ id: p.id, author: p.author, text: p.text }),
);
const findByAuthor = query<{ author: string }>('one')(({ db, p }) =>
  db.selectFrom('notes').select('id').where('author', '=', p.author),
);
const fewNotes = { atMost: 2, because: 'a test' };
const allNotes = query<object>(fewNotes)(({ db }) => db.selectFrom('notes').select('id'));
const lockNotes = query<object>(fewNotes)(({ db, dialect }) =>
  db.selectFrom('notes').select('id').modifyEnd(dialect.lockRows),
);
const notesOf = query<{ authors: readonly string[] }>({ forEach: 'authors', max: 2 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('notes')
      .select('id')
      .where((eb) => dialect.inList(eb.ref('author'), p.authors)),
);
const pageNotes = query<{ after: number; limit: number }>({ page: 2 })(({ db, p }) =>
  db.selectFrom('notes').select('id').where('id', '>', p.after).orderBy('id').limit(p.limit),
);
const listNotes = pageNotes.by({ after: 0 }, ({ id }) => ({ after: id }));
const shortTexts = query<{ limit: number }>({ page: 10, bytes: 6 })(({ db, p }) =>
  db.selectFrom('notes').select(['id', 'text']).limit(p.limit),
);

describe('a query that returns rows', () => {
  it('does not compile without a bound', () => {
    const unbounded = query<object>()(({ db }) => db.selectFrom('notes').select('id'));
    // @ts-expect-error It is no query.
    expect(unbounded.compile).toBeDefined();
    const returning = query<object>()(({ db }) => db.deleteFrom('notes').returning('id'));
    // @ts-expect-error It is no query.
    expect(returning.compile).toBeDefined();
  });

  it('says a page only with the limit as parameter', () => {
    // @ts-expect-error There is no such parameter.
    query<{ after: number }>({ page: 2 })(({ db }) => db.selectFrom('notes').select('id'));
    const forgotten = query<{ limit: number }>({ page: 2 })(({ db }) =>
      db.selectFrom('notes').select('id'),
    );
    expect(() => forgotten.compile(sqliteDialect)).toThrow('A page without a limit');
  });
});

describeOnBothEngines('the bound of a query', (engine) => {
  async function withNotes(...authors: readonly string[]) {
    const db = await engine.open<Schema>({ migrations });
    await db.transaction((tx) =>
      tx.batch(
        authors.map((author, index) => command(addNote, { id: index + 1, author, text: author })),
      ),
    );
    return db;
  }

  it('one: a second row is an error', async () => {
    const db = await withNotes('ada', 'bob', 'bob');
    expect(await db.first(findByAuthor, { author: 'ada' })).toEqual({ id: 1 });
    await expect(db.first(findByAuthor, { author: 'bob' })).rejects.toThrow('More than one row');
  });

  it('a number: another row is an error, and the engine reads no more than that', async () => {
    const two = await withNotes('ada', 'bob');
    expect(await two.all(allNotes, {})).toHaveLength(2);
    const four = await withNotes('ada', 'bob', 'cid', 'dan');
    await expect(four.all(allNotes, {})).rejects.toThrow('More than 2 rows');
    await expect(four.transaction((tx) => tx.all(lockNotes, {}))).rejects.toThrow('than 2 rows');
    expect(allNotes.compile(four.dialect).sql).toMatch(/ limit 3$/);
  });

  it('a list: it has at most so many elements, each with a row', async () => {
    const db = await withNotes('ada', 'bob', 'bob');
    expect(await db.all(notesOf, { authors: ['ada', 'bob'].slice(0, 1) })).toEqual([{ id: 1 }]);
    await expect(db.all(notesOf, { authors: ['bob'] })).rejects.toThrow('More than 1 rows');
    await expect(db.all(notesOf, { authors: ['a', 'b', 'c'] })).rejects.toThrow('3 authors');
  });

  it('a page: it is not larger than its definition says', async () => {
    const db = await withNotes('ada', 'bob', 'cid');
    expect(await db.all(pageNotes, { after: 1, limit: 2 })).toEqual([{ id: 2 }, { id: 3 }]);
    await expect(db.all(pageNotes, { after: 0, limit: 3 })).rejects.toThrow('A page of 3 rows');
  });

  it('bytes: texts in parts count too', () => {
    const rows = [{ id: 1, text: 'abc', owner: { contact: { name: 'abc' } } }];
    expect(() => assertBytes(rows, 6)).not.toThrow();
    expect(() => assertBytes(rows, 5)).toThrow('A result of 6 bytes, over 5');
  });

  it('bytes: longer texts are an error', async () => {
    const db = await withNotes('ada', 'bob', 'cid');
    expect(await db.all(shortTexts, { limit: 2 })).toHaveLength(2);
    await expect(db.all(shortTexts, { limit: 3 })).rejects.toThrow('A result of 9 bytes, over 6');
  });

  it('a list is read in pages, to its end', async () => {
    for (const length of [0, 1, 2, 3, 4, 5]) {
      const db = await withNotes(...Array.from({ length }, () => 'ada'));
      const ids = Array.from({ length }, (_, index) => ({ id: index + 1 }));
      expect(await readList(db, listNotes, {})).toEqual(ids);
      expect(await db.transaction((tx) => loadList(tx, listNotes, {}))).toEqual(ids);
      const sizes: number[] = [];
      for await (const page of listPages(db, listNotes, {})) sizes.push(page.length);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(2);
    }
  });
});
