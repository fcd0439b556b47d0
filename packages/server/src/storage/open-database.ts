/** Opens the service's own store: SQLite in the data directory, or PostgreSQL. */
import { join } from 'node:path';
import type { EventBus } from '../base/events.ts';
import type { SecretBox } from '../base/secret-box.ts';
import { ZoneKeyRing } from '../base/zone-key-ring.ts';
import { ContactSealer } from './contact-sealer.ts';
import { readMigrations } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { serviceSchema } from './postgres-application-name.ts';
import type { HostmasterDatabase, Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import type { CommitListener } from './sqlite-commits.ts';
import { statements } from './statements.ts';
import { tables } from './tables/index.ts';

export const sqliteFileName = 'hostmaster.db';
/** What changes write. */
export const model = { tables, statements };

export async function openDatabase(options: {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  readonly events?: EventBus;
  /** Seals the keys of signed zones and registrant contacts. */
  readonly secrets?: SecretBox;
  /** The records up to which signed zones have a digest; default: none has. */
  readonly zoneDigestRecords?: number;
  readonly onBatch?: CommitListener;
}): Promise<HostmasterDatabase> {
  const migrations = readMigrations(new URL('./migrations/', import.meta.url));
  const events = options.events === undefined ? {} : { events: options.events };
  const zoneKeys = new ZoneKeyRing(options.secrets ?? null, options.zoneDigestRecords);
  const contacts = new ContactSealer(options.secrets ?? null);
  if (options.databaseUrl !== null) {
    return openPostgres<Schema>({
      url: options.databaseUrl,
      schema: serviceSchema,
      migrations,
      model,
      connectionsMax: options.databaseConnections,
      zoneKeys,
      contacts,
      ...events,
    });
  }
  return openSqlite<Schema>({
    file: join(options.dataDir, sqliteFileName),
    migrations,
    model,
    zoneKeys,
    contacts,
    ...events,
    ...(options.onBatch === undefined ? {} : { onBatch: options.onBatch }),
  });
}
