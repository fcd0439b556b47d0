/** Answers kept for a day, so that a repeated request is answered and not repeated. */
import { integer, json, text } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

export const idempotencyKeys = table('idempotency_keys', {
  workspaceId: text(),
  key: text(),
  requestHash: text(),
  response: json<unknown>(),
  /** Machine time. */
  createdAt: integer(),
});

export type IdempotencyKey = EntityOf<typeof idempotencyKeys>;
