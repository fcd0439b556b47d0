/** Reads the optional Idempotency-Key header. What the key does is in operations/execute-change.ts. */
import { hash } from 'node:crypto';
import { limits } from '@hostmaster/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest } from '../base/errors.ts';
import type { SecretBox } from '../base/secret-box.ts';
import type { IdempotentRequest } from '../operations/execute-change.ts';
import type { Actor } from '../workspaces/actor.ts';

/** Null when the endpoint takes no key or the header is absent. */
export function idempotencyOf(
  request: FastifyRequest,
  context: {
    readonly endpoint: { readonly idempotent: boolean; readonly hasSecret?: true };
    readonly actor: Actor;
    readonly now: number;
    readonly secrets: SecretBox;
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
  const { actor, now, endpoint, secrets } = context;
  const identity = [request.method, request.routeOptions.url, request.params, request.body];
  // A key limited to some domains must not read answers about the others, nor any key another's secret.
  if (actor.domainNames !== null || endpoint.hasSecret === true) identity.push(actor.id);
  const requestHash = hash('sha256', canonicalJson(identity), 'hex');
  const sealedBy = endpoint.hasSecret === true ? secrets : null;
  return { workspaceId: actor.workspaceId, key, requestHash, now, sealedBy };
}

/** Tells a client that the change was made by an earlier request. */
export function markReplay(reply: FastifyReply, isReplay: boolean): void {
  if (isReplay) reply.header('idempotent-replayed', 'true');
}

/** Independent of key order and white space. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
