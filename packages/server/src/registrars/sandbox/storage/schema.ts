/** The registry's own tables; they share nothing with the service's. */

import { queriesFor, type Tx } from '@hostmaster/storage';
import type { Database } from '../../../storage/database.ts';
import { readMigrations } from '../../../storage/migrate.ts';
import type { RegistryRows } from './tables/index.ts';

export type RegistrySchema = RegistryRows;
export type RegistryDatabase = Database<RegistrySchema>;
export type RegistryTx = Tx<RegistrySchema>;
export const query = queriesFor<RegistrySchema>();
export const registryMigrations = readMigrations(new URL('./migrations/', import.meta.url));
