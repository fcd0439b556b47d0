/** Keys of the API. Expiry and revocation are machine time. */
import type { Scope } from '@hostmaster/contract';
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

export const apiKeys = table('api_keys', {
  id: text(),
  workspaceId: text(),
  name: text(),
  prefix: text(),
  hash: text(),
  scope: word<Exclude<Scope, 'transfer'>>(),
  /** May unlock domains and issue auth codes; then the scope is `read`. */
  transfers: flag(),
  /** Reads more than domains and their DNS. Of the scope `dns` only keys of earlier versions do. */
  readsAll: flag(),
  /** The domain names that the key reaches; null means all. */
  domainNames: nullable(json<readonly string[]>()),
  createdAt: integer(),
  expiresAt: nullable(integer()),
  revokedAt: nullable(integer()),
  /** When the event about the expiry was written. */
  expiryNotedAt: nullable(integer()),
  lastUsedAt: nullable(integer()),
  /** A user; null when it was an operator. */
  createdBy: nullable(text()),
});

export type ApiKey = EntityOf<typeof apiKeys>;
