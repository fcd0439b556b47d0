/** Opens the service's own store: SQLite in the data directory, or PostgreSQL. */
import { join } from 'node:path';
import type { EventBus } from '../base/events.ts';
import { readMigrations } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import type { HostmasterDatabase, Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import type { CommitListener } from './sqlite-commits.ts';
import { statements } from './statements.ts';
import { tables } from './tables/index.ts';

export const sqliteFileName = 'hostmaster.db';
/** What changes write. */
export const model = { tables, statements };
const postgresSchema = 'hostmaster';

export async function openDatabase(options: {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  readonly events?: EventBus;
  readonly onBatch?: CommitListener;
}): Promise<HostmasterDatabase> {
  const migrations = readMigrations(new URL('./migrations/', import.meta.url));
  const events = options.events === undefined ? {} : { events: options.events };
  if (options.databaseUrl !== null) {
    return openPostgres<Schema>({
      url: options.databaseUrl,
      schema: postgresSchema,
      migrations,
      model,
      connectionsMax: options.databaseConnections,
      ...events,
    });
  }
  return openSqlite<Schema>({
    file: join(options.dataDir, sqliteFileName),
    migrations,
    model,
    ...events,
    ...(options.onBatch === undefined ? {} : { onBatch: options.onBatch }),
  });
}
