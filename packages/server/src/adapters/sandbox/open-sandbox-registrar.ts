/** Opens the sandbox registry on the engine of the service's store, but in a separate store. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type RegistryOptions, SandboxRegistry } from '@hostmaster/registry';
import {
  type RegistrySchema,
  type RegistryStore,
  registryMigrations,
} from '@hostmaster/registry/storage';
import { readMigrations } from '../../storage/migrate.ts';
import { openPostgres } from '../../storage/postgres.ts';
import { openSqlite } from '../../storage/sqlite.ts';
import { SandboxRegistrar } from './sandbox-registrar.ts';

export type SandboxLocation =
  /** A file `registry.db` in this directory. */
  | { readonly dataDir: string }
  /** A schema of its own in this PostgreSQL database, over connections of its own. */
  | { readonly databaseUrl: string };

export type SandboxOptions = SandboxLocation & Omit<RegistryOptions, 'db'>;

const registrySchemaName = 'hostmaster_registry';
const connectionsMax = 10;

export async function openSandboxRegistrar(
  options: SandboxOptions & {
    /** Another id is another registrar at the same registry. */
    readonly clientId?: string;
  },
): Promise<SandboxRegistrar> {
  const { machineClock, clientId = 'hostmaster' } = options;
  const registry = await openSandboxRegistry(options);
  return new SandboxRegistrar({ registry, clientId, machineClock });
}

/** Opens only the registry. */
export async function openSandboxRegistry(options: SandboxOptions): Promise<SandboxRegistry> {
  return new SandboxRegistry({ ...options, db: await openRegistryStore(options) });
}

export function locationOf(config: {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
}): SandboxLocation {
  const { dataDir, databaseUrl } = config;
  return databaseUrl === null ? { dataDir } : { databaseUrl };
}

export async function openRegistryStore(location: SandboxLocation): Promise<RegistryStore> {
  const migrations = readMigrations(registryMigrations);
  if ('databaseUrl' in location) {
    return openPostgres<RegistrySchema>({
      url: location.databaseUrl,
      schema: registrySchemaName,
      migrations,
      connectionsMax,
    });
  }
  await mkdir(location.dataDir, { recursive: true });
  const file = join(location.dataDir, 'registry.db');
  return openSqlite<RegistrySchema>({ file, migrations });
}
