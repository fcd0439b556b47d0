/** Endpoints that the events of a workspace are delivered to. */
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

export const webhooks = table('webhooks', {
  id: text(),
  workspaceId: text(),
  url: text(),
  /** Null for events of every type. */
  types: nullable(json<readonly string[]>()),
  ordered: flag(),
  state: word<'active' | 'paused'>(),
  /** Why the service has paused it; null when the customer did, or while it is active. */
  pauseReason: nullable(text()),
  /** Sealed. */
  secret: text(),
  /** Signs too until `previousUntil`, machine time. */
  previousSecret: nullable(text()),
  previousUntil: nullable(integer()),
  /** Events up to this number have a delivery, or are of another type. */
  position: integer(),
  /** The first failed attempt since the last success, machine time. */
  failingSince: nullable(integer()),
  createdAt: integer(),
  /** The person who added it, or whose key did; null where that is not known. */
  createdBy: nullable(text()),
});

export type Webhook = EntityOf<typeof webhooks>;
