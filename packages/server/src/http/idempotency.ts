/** Reads the optional Idempotency-Key header. What the key does is in operations/execute-change.ts. */
import { hash } from 'node:crypto';
import { limits } from '@hostmaster/contract';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../base/errors.ts';
import type { IdempotentRequest } from '../operations/execute-change.ts';
import type { Actor } from '../workspaces/actor.ts';

/** Null when the endpoint takes no key or the header is absent. */
export function idempotencyOf(
  request: FastifyRequest,
  context: {
    readonly endpoint: { readonly idempotent: boolean };
    readonly actor: Actor;
    readonly now: number;
  },
): IdempotentRequest | null {
  const header = request.headers['idempotency-key'];
  if (!context.endpoint.idempotent || header === undefined) return null;
  const key = typeof header === 'string' ? header : '';
  if (
    !/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key) ||
    key.length > limits.idempotencyKeyLengthMax
  ) {
    throw invalidRequest({
      path: 'Idempotency-Key',
      message: `must be 1 to ${limits.idempotencyKeyLengthMax} printable ASCII characters`,
    });
  }
  const { actor, now } = context;
  const identity = [request.method, request.routeOptions.url, request.params, request.body];
  // A key limited to some domains must not read answers about the others.
  if (actor.domainNames !== null) identity.push(actor.id);
  const requestHash = hash('sha256', canonicalJson(identity), 'hex');
  return { workspaceId: actor.workspaceId, key, requestHash, now };
}

/** Independent of key order and white space. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
