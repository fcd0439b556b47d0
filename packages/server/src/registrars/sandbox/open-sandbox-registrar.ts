/** Opens the sandbox registry on the engine of the service's store, but in a separate store. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MachineClock } from '../../base/clock.ts';
import { openPostgres } from '../../storage/postgres.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import { SandboxRegistry } from './registry.ts';
import type { RegistryPolicy } from './registry-command.ts';
import { SandboxRegistrar } from './sandbox-registrar.ts';
import {
  type RegistryDatabase,
  type RegistrySchema,
  registryMigrations,
} from './storage/schema.ts';

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
  readonly policy?: RegistryPolicy;
};

const registrySchemaName = 'hostmaster_registry';
const connectionsMax = 10;

export async function openSandboxRegistrar(
  options: SandboxRegistrarOptions,
): Promise<SandboxRegistrar> {
  const { machineClock, clientId = 'hostmaster' } = options;
  const registry = await openSandboxRegistry(options);
  return new SandboxRegistrar({ registry, clientId, machineClock });
}

/** Opens only the registry, for other fronts. */
export async function openSandboxRegistry(
  options: SandboxRegistrarOptions,
): Promise<SandboxRegistry> {
  const { machineClock, calendarNow, delayMs, policy } = options;
  const db = await openStore(options);
  return new SandboxRegistry({
    db,
    machineClock,
    calendarNow,
    delayMs,
    ...(policy === undefined ? {} : { policy }),
  });
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
