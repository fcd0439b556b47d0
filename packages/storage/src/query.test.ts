import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { command, queriesFor } from './query.ts';

interface Schema {
  notes: { id: number; author: string; text: string | null };
}

const migrations = [
  {
    version: 1,
    name: '0001-notes',
    statements: ['create table notes (id integer primary key, author text not null, text text)'],
  },
];
const query = queriesFor<Schema>();

describeOnBothEngines('a named query', (engine) => {
  it('binds its parameters by name, in whatever order they are given and used', async () => {
    const db = await engine.open<Schema>({ migrations });
    const add = query<{ text: string | null; author: string; id: number }>()(({ db: k, p }) =>
      k.insertInto('notes').values({ id: p.id, author: p.author, text: p.text }),
    );
    const find = query<{ author: string; id: number }>('one')(({ db: k, p }) =>
      k.selectFrom('notes').selectAll().where('author', '=', p.author).where('id', '=', p.id),
    );
    await db.transaction(async (tx) => {
      expect(await tx.run(add, { author: 'ada', id: 1, text: 'first' })).toBe(1);
      expect(await tx.run(add, { id: 2, text: null, author: 'bob' })).toBe(1);
    });
    expect(await db.first(find, { id: 2, author: 'bob' })).toEqual({
      id: 2,
      author: 'bob',
      text: null,
    });
    expect(await db.first(find, { id: 2, author: 'ada' })).toBeUndefined();
  });

  it('is built once, however often it runs', async () => {
    const db = await engine.open<Schema>({ migrations });
    let built = 0;
    const find = query<{ id: number }>('one')(({ db: k, p }) => {
      built += 1;
      return k.selectFrom('notes').select('id').where('id', '=', p.id);
    });
    for (let id = 0; id < 5; id += 1) await db.first(find, { id });
    await db.transaction((tx) => tx.first(find, { id: 1 }));
    expect(built).toBe(1);
  });

  it('takes a limit and an offset as parameters', async () => {
    const db = await engine.open<Schema>({ migrations });
    const page = query<{ limit: number; offset: number }>({ page: 10 })(({ db: k, p }) =>
      k.selectFrom('notes').select('id').orderBy('id').limit(p.limit).offset(p.offset),
    );
    const add = query<{ id: number }>()(({ db: k, p }) =>
      k.insertInto('notes').values({ id: p.id, author: 'ada' }),
    );
    await db.transaction((tx) => tx.batch([1, 2, 3, 4].map((id) => command(add, { id }))));
    expect(await db.all(page, { limit: 2, offset: 1 })).toEqual([{ id: 2 }, { id: 3 }]);
    // SQLite prepares a statement again for each value of a bare parameter.
    expect(page.compile(db.dialect).sql).not.toMatch(/(limit|offset) \?/);
  });

  it('refuses to run with a parameter missing', async () => {
    const db = await engine.open<Schema>({ migrations });
    const find = query<{ id: number }>('one')(({ db: k, p }) =>
      k.selectFrom('notes').select('id').where('id', '=', p.id),
    );
    await expect(db.first(find, {} as { id: number })).rejects.toThrow(
      'Query parameter id is missing.',
    );
  });
});
