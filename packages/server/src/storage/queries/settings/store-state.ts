/** What the store says about itself. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';

/** Machine time of the store: that of this machine for SQLite, that of the server for PostgreSQL. */
export const readStoreTime = query<object>('one')(({ db, dialect }) =>
  db.selectNoFrom(dialect.nowMs.as('nowMs')),
);

/** Continuous archiving of PostgreSQL; `mode` is null for SQLite, times are null for never. */
export const readArchiving = query<object>('one')(({ db, dialect }) => {
  if (dialect.engine === 'sqlite') {
    return db.selectNoFrom([
      sql<string | null>`null`.as('mode'),
      sql<number | null>`null`.as('archivedAt'),
      sql<number | null>`null`.as('failedAt'),
    ]);
  }
  const time = (column: string) =>
    sql<
      number | null
    >`(select cast(extract(epoch from ${sql.ref(column)}) * 1000 as bigint) from pg_stat_archiver)`;
  return db.selectNoFrom([
    sql<string | null>`current_setting('archive_mode')`.as('mode'),
    time('last_archived_time').as('archivedAt'),
    time('last_failed_time').as('failedAt'),
  ]);
});

/** The server of PostgreSQL; null for SQLite. */
export const readServer = query<object>('one')(({ db, dialect }) => {
  if (dialect.engine === 'sqlite') {
    return db.selectNoFrom([
      sql<number | null>`null`.as('versionNumber'),
      sql<string | null>`null`.as('autovacuum'),
      sql<string | null>`null`.as('fsync'),
    ]);
  }
  return db.selectNoFrom([
    sql<number | null>`cast(current_setting('server_version_num') as integer)`.as('versionNumber'),
    sql<string | null>`current_setting('autovacuum')`.as('autovacuum'),
    sql<string | null>`current_setting('fsync')`.as('fsync'),
  ]);
});
