/** Opens the sandbox registry beside the service's own store: on the same engine, never in it. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MachineClock } from '../../base/clock.ts';
import { openPostgres } from '../../storage/postgres.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import { SandboxRegistry } from './registry.ts';
import { SandboxRegistrar } from './sandbox-registrar.ts';
import { type RegistryDatabase, type RegistrySchema, registryMigrations } from './schema.ts';

export type SandboxLocation =
  /** A file `registry.db` in this directory. */
  | { readonly dataDir: string }
  /** A schema of its own in this PostgreSQL database, over connections of its own. */
  | { readonly databaseUrl: string };

export type SandboxRegistrarOptions = SandboxLocation & {
  readonly machineClock: MachineClock;
  readonly calendarNow: () => Promise<number>;
  readonly delayMs: number;
  /** Another id is another registrar at the same registry. */
  readonly clientId?: string;
};

export const registrySchemaName = 'hostmaster_registry';
const connectionsMax = 10;

export async function openSandboxRegistrar(
  options: SandboxRegistrarOptions,
): Promise<SandboxRegistrar> {
  const { machineClock, calendarNow, delayMs, clientId = 'hostmaster' } = options;
  const db = await openStore(options);
  const registry = new SandboxRegistry({ db, machineClock, calendarNow, delayMs });
  return new SandboxRegistrar({ registry, clientId, machineClock });
}

async function openStore(location: SandboxLocation): Promise<RegistryDatabase> {
  if ('databaseUrl' in location) {
    return openPostgres<RegistrySchema>({
      url: location.databaseUrl,
      schema: registrySchemaName,
      migrations: registryMigrations,
      connectionsMax,
    });
  }
  await mkdir(location.dataDir, { recursive: true });
  const file = join(location.dataDir, 'registry.db');
  return openSqlite<RegistrySchema>({ file, migrations: registryMigrations });
}
