/** Keys for DNS UPDATE. The name of a key is its id. */
import type { TsigAlgorithm } from '@hostmaster/dns/node';
import type { RecordType } from '@hostmaster/dns/records';
import {
  type EntityOf,
  flag,
  integer,
  json,
  nullable,
  table,
  text,
  word,
} from '@hostmaster/storage';

export const updateKeys = table('tsig_keys', {
  name: text(),
  workspaceId: text(),
  /** The first domain of the key; empty when it is for all. */
  domainName: text(),
  namePattern: text(),
  /** Null means all. */
  types: nullable(json<RecordType[]>()),
  algorithm: word<TsigAlgorithm>(),
  /** Encrypted. */
  secret: text(),
  createdAt: integer(),
  /** Machine time. */
  expiresAt: nullable(integer()),
  revokedAt: nullable(integer()),
  /** When the event about the expiry was written. */
  expiryNotedAt: nullable(integer()),
  lastUsedAt: nullable(integer()),
  /** A user; null when it was an operator. */
  createdBy: nullable(text()),
  /** Whether it may read its zones by transfer. */
  mayTransfer: flag(),
  allDomains: flag(),
  /** Besides the first; null for none. */
  moreDomains: nullable(json<string[]>()),
});

export type StoredUpdateKey = EntityOf<typeof updateKeys>;
