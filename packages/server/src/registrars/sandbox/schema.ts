/** The registry's own tables; they share nothing with the service's. */
import type { Database, Tx } from '../../storage/database.ts';
import { readMigrations } from '../../storage/migrate.ts';
import { queriesFor } from '../../storage/query.ts';

export interface RegistrySchema {
  contacts: ContactRow;
  objects: ObjectRow;
  transactions: TransactionRow;
  timeouts: TimeoutRow;
  hosts: HostRow;
  messages: MessageRow;
}

export interface ContactRow {
  id: string;
  sponsor: string;
  details: string;
  created_at: number;
}

/** Lists and maps are JSON; times are calendar milliseconds except settles_at: machine. */
export interface ObjectRow {
  name: string;
  repository_id: string;
  sponsor: string;
  registrant_id: string;
  contact_ids: string;
  nameservers: string;
  statuses: string;
  privacy_enabled: number;
  auth_code: string;
  created_at: number;
  updated_at: number | null;
  expires_at: number;
  grace_periods: string;
  pending_transaction: string | null;
  settles_at: number | null;
  /** Set when the registry has accepted a creation that it is going to decline. */
  decline_reason: string | null;
  /** DS data as JSON. */
  dnssec: string;
  /** When a deleted domain is purged; the name is free from then on. */
  purges_at: number | null;
}

export interface TransactionRow {
  sponsor: string;
  id: string;
  command: 'create' | 'renew' | 'update' | 'delete';
  name: string;
  /** A result code of RFC 5730; 1001 until a pending command is decided. */
  code: number;
  message: string;
  expires_at: number | null;
  settles_at: number | null;
  received_at: number;
  /** The id that the client of an EPP front chose; notices about a pending command quote it. */
  client_transaction: string | null;
}

export interface TimeoutRow {
  name: string;
  count: number;
}

export interface HostRow {
  name: string;
  repository_id: string;
  sponsor: string;
  addresses: string;
  created_at: number;
}

/** `event` is a RegistryEvent as JSON. */
export interface MessageRow {
  sponsor: string;
  /** Increases with time. */
  id: string;
  queued_at: number;
  text: string;
  event: string;
}

export type RegistryDatabase = Database<RegistrySchema>;
export type RegistryTx = Tx<RegistrySchema>;
export const query = queriesFor<RegistrySchema>();
export const registryMigrations = readMigrations(new URL('./migrations/', import.meta.url));
