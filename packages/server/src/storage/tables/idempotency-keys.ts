/** Answers kept for a day, so that a repeated request is answered and not repeated. */
import { type EntityOf, integer, json, table, text } from '@hostmaster/storage';

export const idempotencyKeys = table('idempotency_keys', {
  workspaceId: text(),
  key: text(),
  requestHash: text(),
  response: json<unknown>(),
  /** Machine time. */
  createdAt: integer(),
});

export type IdempotencyKey = EntityOf<typeof idempotencyKeys>;
