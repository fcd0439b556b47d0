/** A group of changes that share a commit, in a store with one small table, and one member with a fault. */
import { join } from 'node:path';
import { flag, type RowOf, table, text } from '@hostmaster/storage';
import { anyQueriesFor } from '@hostmaster/test-rig/any-query';
import type { TestPlace } from '@hostmaster/test-rig/engines';
import type { Database } from '../../packages/server/src/storage/database.ts';
import { openPostgres } from '../../packages/server/src/storage/postgres.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { openSqlite } from '../../packages/server/src/storage/sqlite.ts';
import type { Work } from '../../packages/server/src/storage/work.ts';

const notes = table('notes', { id: text(), text: text(), pinned: flag() });
export interface NotesSchema {
  notes: RowOf<typeof notes>;
}
export type NotesDatabase = Database<NotesSchema>;
export type NoteWork = Work<NotesSchema, unknown, string>;

const query = anyQueriesFor<NotesSchema>();
const listNotes = query<object>()(({ db }) => db.selectFrom('notes').select('id').orderBy('id'));
export const lockNote = query<{ id: string }>()(({ db, p, dialect }) =>
  db.selectFrom('notes').select('id').where('id', '=', p.id).modifyEnd(dialect.lockRows),
);

const migrations = [
  {
    version: 1,
    name: '0001-notes',
    statements: [
      'create table notes (id text primary key, text text not null, pinned integer not null)',
      "insert into notes (id, text, pinned) values ('taken', '', 0)",
    ],
  },
];
const model = { tables: { notes }, statements: {} };
export const schema = 'notes';

export const places = ['alone', 'first', 'middle', 'last'] as const;
export type Place = (typeof places)[number];

/** When a process is killed. */
export const moments = ['in load', 'in decide', 'before COMMIT', 'after COMMIT'] as const;
export type Moment = (typeof moments)[number];

const otherIds = ['a', 'b', 'c', 'd'];

/** The members beside the one with the fault. */
export function othersOf(place: Place): readonly string[] {
  return place === 'alone' ? [] : otherIds;
}

export function note(id: string) {
  return insert(notes, { id, text: '', pinned: false });
}

export function work(id: string, steps: Partial<NoteWork> = {}): NoteWork {
  return {
    keys: [id],
    owner: id,
    commit: 'shared',
    load: async (reader) => reader.first(lockNote, { id }),
    decide: () => ({ answer: id, writes: { rows: [note(id)] } }),
    ...steps,
  };
}

/** All at once, the one with the fault in its place. */
export function startGroup(db: NotesDatabase, place: Place, steps: Partial<NoteWork>) {
  const at = { alone: 0, first: 0, middle: 2, last: 4 }[place];
  const works = othersOf(place).map((id) => work(id));
  works.splice(at, 0, work('culprit', steps));
  const ends = works.map((each) => db.change(each));
  for (const end of ends) end.catch(() => {});
  const [culprit] = ends.splice(at, 1);
  if (culprit === undefined) throw new Error('A group without its member.');
  return { culprit, others: ends };
}

export async function stored(db: NotesDatabase): Promise<string[]> {
  const rows = await db.all(listNotes, {});
  return rows.map(({ id }) => id).filter((id) => id !== 'taken');
}

/** On PostgreSQL with one writer, so that all members are in one group. */
export function openNotes({ dataDir, databaseUrl: url }: TestPlace): Promise<NotesDatabase> {
  return url === null
    ? openSqlite<NotesSchema>({ file: join(dataDir, 'notes.db'), migrations, model })
    : openPostgres<NotesSchema>({ url, schema, migrations, model, connectionsMax: 6 });
}
