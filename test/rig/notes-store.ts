/** A PostgreSQL store with one small table, for tests of the store itself. */

import { anyQueriesFor } from '@hostmaster/test-rig/any-query';
import { sql } from 'kysely';
import type { Database } from '../../packages/server/src/storage/database.ts';
import { openPostgres } from '../../packages/server/src/storage/postgres.ts';
import { createTestDatabase } from './postgres.ts';

export interface NotesSchema {
  notes: { id: number; text: string };
}

const migrations = [
  {
    version: 1,
    name: '0001-notes',
    statements: ['create table notes (id integer primary key, text text not null)'],
  },
];
const query = anyQueriesFor<NotesSchema>();
export const addNote = query<{ id: number }>()(({ db, p }) =>
  db.insertInto('notes').values({ id: p.id, text: '' }),
);
export const touchNote = query<{ id: number; text: string }>()(({ db, p }) =>
  db.updateTable('notes').set({ text: p.text }).where('id', '=', p.id),
);
export const listNotes = query<object>()(({ db }) =>
  db.selectFrom('notes').selectAll().orderBy('id'),
);
export const findNote = query<{ id: number }>()(({ db, p }) =>
  db.selectFrom('notes').select('id').where('id', '=', p.id),
);
export const failWith = (code: string) =>
  query<object>()(({ db }) => ({
    compile: () =>
      sql<object>`${sql.raw(`do $$ begin raise exception 'staged' using errcode = '${code}'; end $$`)}`.compile(
        db,
      ),
  }));

export async function withNotes(
  run: (context: {
    readonly db: Database<NotesSchema>;
    /** The same store, by way of a proxy that can lose a COMMIT. */
    readonly open: (url?: string) => Promise<Database<NotesSchema>>;
    readonly url: string;
  }) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase();
  const opened: Database<NotesSchema>[] = [];
  const open = async (url = database.url) => {
    const db = await openPostgres<NotesSchema>({
      url,
      schema: 'notes',
      migrations,
      connectionsMax: 14,
    });
    opened.push(db);
    return db;
  };
  try {
    await run({ db: await open(), open, url: database.url });
  } finally {
    for (const db of opened) await db.close();
    await database.drop();
  }
}
