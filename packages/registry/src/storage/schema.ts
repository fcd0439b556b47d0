/** The registry's own tables; they share nothing with those of a registrar. */
import { queriesFor, type Store, type Tx } from '@hostmaster/storage';
import type { RegistryRows } from './tables/index.ts';

export type RegistrySchema = RegistryRows;
/** Where a registry stores what it knows; its owner has run the migrations. */
export type RegistryStore = Store<RegistrySchema>;
export type RegistryTx = Tx<RegistrySchema>;
export const query = queriesFor<RegistrySchema>();
/** The directory of the numbered SQL files that make the tables. */
export const registryMigrations: URL = new URL('./migrations/', import.meta.url);
