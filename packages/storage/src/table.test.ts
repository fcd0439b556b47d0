import { anyQueriesFor } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { flag, integer, json, nullable, sharedJson, text } from './column.ts';
import { insertRows } from './insert-rows.ts';
import { command } from './query.ts';
import { type EntityOf, type FieldsOf, type RowOf, table } from './table.ts';

const notes = table('notes', {
  id: integer(),
  authorName: text(),
  isPublic: flag(),
  tags: json<readonly string[]>(),
  seenBy: sharedJson<readonly string[]>(),
  lastEdit: nullable(json<{ readonly by: string }>()),
});
type Note = EntityOf<typeof notes>;

const query = anyQueriesFor<{ notes: RowOf<typeof notes> }>();
const insertNote = query<Note>()(({ db, p }) => db.insertInto('notes').values(notes.values(p)));
const insertNotes = query<{ rows: readonly Note[] }>()((context) =>
  insertRows(context, notes, {
    computed: {
      authorName: sql<string>`case when given.is_public = 0 then upper(given.author_name) else given.author_name end`,
    },
  }),
);
const findNote = query<{ id: number }>()(({ db, p }) =>
  db.selectFrom('notes').select(notes.select()).where('id', '=', p.id),
).decodedBy(notes);
const updateNote = query<Pick<Note, 'id' | 'isPublic' | 'tags'>>()(({ db, p }) =>
  db
    .updateTable('notes')
    .set(notes.set({ isPublic: p.isPublic, tags: p.tags }))
    .where('id', '=', p.id),
);
const publishNote = query<{ id: number }>()(({ db, p }) =>
  db
    .updateTable('notes')
    .set(
      notes.set({
        authorName: sql<string>`author_name || '!'`,
        isPublic: sql<number>`1 - is_public`,
        tags: [],
      }),
    )
    .where('id', '=', p.id)
    .returning(notes.select('authorName', 'isPublic')),
).decodedBy(notes);
const findStored = query<{ id: number }>()(({ db, p }) =>
  db.selectFrom('notes').selectAll().where('id', '=', p.id),
);

const migrations = [
  {
    version: 1,
    name: '0001-notes',
    statements: [
      'create table notes (id integer primary key, author_name text not null, is_public integer not null, tags text not null, seen_by text not null, last_edit text)',
    ],
  },
];
const note: Note = {
  id: 1,
  authorName: 'ada',
  isPublic: true,
  tags: ['dns', 'epp'],
  seenBy: ['bob'],
  lastEdit: null,
};

describeOnBothEngines('a table', (engine) => {
  const open = () => engine.open<{ notes: RowOf<typeof notes> }>({ migrations });

  it('stores an object and reads the same object', async () => {
    const db = await open();
    const edited = { ...note, id: 2, isPublic: false, lastEdit: { by: 'ada' } };
    await db.transaction((tx) =>
      tx.batch([command(insertNote, note), command(insertNote, edited)]),
    );
    expect(await db.first(findNote, { id: 1 })).toEqual(note);
    expect(await db.first(findNote, { id: 2 })).toEqual(edited);
  });

  it('stores many objects by one statement, with texts that JSON cannot carry', async () => {
    const db = await open();
    const rows = [
      { ...note, lastEdit: { by: 'nul \0 and half \ud83d' } },
      { ...note, id: 2, authorName: 'nul \0 and half \ud83d', tags: ['"quoted"', '\\'] },
      { ...note, id: 3, authorName: 'whole 😀 \u2028', isPublic: false },
    ];
    await db.transaction((tx) => tx.run(insertNotes, { rows }));
    expect(await db.first(findNote, { id: 1 })).toEqual(rows[0]);
    const shown = 'nul \ufffd and half \ufffd';
    expect(await db.first(findNote, { id: 2 })).toEqual({ ...rows[1], authorName: shown });
    expect(await db.first(findNote, { id: 3 })).toEqual({
      ...rows[2],
      authorName: 'WHOLE 😀 \u2028',
    });
  });

  it('keeps booleans as 0 or 1 and the rest as JSON text', async () => {
    const db = await open();
    await db.transaction((tx) => tx.run(insertNote, note));
    expect(await db.first(findStored, { id: 1 })).toEqual({
      id: 1,
      author_name: 'ada',
      is_public: 1,
      tags: '["dns","epp"]',
      seen_by: '["bob"]',
      last_edit: null,
    });
  });

  it('changes the named fields and no others', async () => {
    const db = await open();
    await db.transaction((tx) => tx.run(insertNote, note));
    await db.transaction((tx) => tx.run(updateNote, { id: 1, isPublic: false, tags: [] }));
    expect(await db.first(findNote, { id: 1 })).toEqual({ ...note, isPublic: false, tags: [] });
  });

  it('takes an expression in place of a value', async () => {
    const db = await open();
    await db.transaction((tx) => tx.run(insertNote, { ...note, isPublic: false }));
    const published = await db.transaction((tx) => tx.first(publishNote, { id: 1 }));
    expect(published).toEqual({ authorName: 'ada!', isPublic: true });
    expect(await db.first(findNote, { id: 1 })).toMatchObject({ ...published, tags: [] });
  });

  it('hands out a shared value frozen, one for all rows', async () => {
    const db = await open();
    await db.transaction((tx) =>
      tx.batch([command(insertNote, note), command(insertNote, { ...note, id: 2 })]),
    );
    const [one, two] = [await db.first(findNote, { id: 1 }), await db.first(findNote, { id: 2 })];
    expect(one?.seenBy).toBe(two?.seenBy);
    expect(Object.isFrozen(one?.seenBy)).toBe(true);
  });
});

describeOnBothEngines('a table with parts', (engine) => {
  const letters = table(
    'letters',
    { id: integer() },
    {
      parts: {
        sender: { sentBy: text(), isAnonymous: flag() },
        receipt: { readBy: nullable(json<readonly string[]>()) },
      },
    },
  );
  type Schema = { letters: RowOf<typeof letters> };
  const query = anyQueriesFor<Schema>();
  const insertLetter = query<FieldsOf<typeof letters>>()(({ db, p }) =>
    db.insertInto('letters').values(letters.values(p)),
  );
  const findLetter = query<object>()(({ db }) =>
    db.selectFrom('letters').select(letters.select()),
  ).decodedBy(letters);
  const letter = {
    id: 1,
    sender: { sentBy: 'ada', isAnonymous: true },
    receipt: { readBy: ['bob'] },
  };
  const create = {
    version: 1,
    name: '0001-letters',
    statements: [
      'create table letters (id integer primary key, sent_by text not null, is_anonymous integer not null, read_by text)',
    ],
  };

  async function open() {
    const db = await engine.open<Schema>({ migrations: [create] });
    await db.transaction((tx) => tx.run(insertLetter, letters.fieldsOf(letter) as never));
    return db;
  }

  it('stores an object and reads the same object', async () => {
    expect(await (await open()).first(findLetter, {})).toEqual(letter);
  });

  it('reads the parts of which fields are selected, decoded or not', async () => {
    const db = await open();
    const selected = query<object>()(({ db }) =>
      db.selectFrom('letters').select(letters.select('isAnonymous')).select('id'),
    );
    expect(await db.first(selected, {})).toEqual({ id: 1, sender: { isAnonymous: 1 } });
    const decoded = selected.decodedBy(letters);
    expect(await db.first(decoded, {})).toEqual({ id: 1, sender: { isAnonymous: true } });
  });

  it('changes fields wherever they are, and leaves the given object as it was', () => {
    const changed = letters.changed(letter, { id: 2, sentBy: 'eve', isAnonymous: false });
    expect(changed).toEqual({ ...letter, id: 2, sender: { sentBy: 'eve', isAnonymous: false } });
    expect(letter.sender).toEqual({ sentBy: 'ada', isAnonymous: true });
    expect(changed.receipt).toBe(letter.receipt);
  });

  it('refuses a name that stands twice, or nowhere', () => {
    const twice = { parts: { a: { id: text() } } };
    expect(() => table('letters', { id: integer() }, twice)).toThrow('letters has id twice');
    expect(() => table('letters', { a: integer() }, twice)).toThrow('letters has a twice');
    expect(() => letters.changed(letter, { unknown: 1 } as never)).toThrow('no field unknown');
  });
});

describeOnBothEngines('a batch', (engine) => {
  const open = () => engine.open<{ notes: RowOf<typeof notes> }>({ migrations });

  it('runs its commands in order and counts what each touched', async () => {
    const db = await open();
    const change = command(updateNote, { id: 1, isPublic: false, tags: ['late'] });
    const counts = await db.transaction((tx) =>
      tx.batch([change, command(insertNote, note), change]),
    );
    expect(counts).toEqual([0, 1, 1]);
  });

  it('fails as a whole when one of its commands fails', async () => {
    const db = await open();
    const twice = [command(insertNote, note), command(insertNote, note)];
    await expect(db.transaction((tx) => tx.batch(twice))).rejects.toThrow(/unique/i);
    expect(await db.first(findNote, { id: 1 })).toBeUndefined();
  });
});
