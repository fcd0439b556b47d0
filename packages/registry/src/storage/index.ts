/** @hostmaster/registry/storage: what the registry stores, for its owner and for tests that look inside. */
export { findContact, updateContact } from './queries/contacts.ts';
export { findHost, insertHost, updateHost } from './queries/hosts.ts';
export { query, type RegistrySchema, type RegistryStore, registryMigrations } from './schema.ts';
export { registryTables } from './tables/index.ts';
export type { ObjectTransfer, RegistryObject } from './tables/objects.ts';
