/**
 * The optional Idempotency-Key: the answer is stored in the transaction of the change, so a request
 * repeated within a day is answered from it and never carried out twice. Refusals are not stored.
 */
import { hash } from 'node:crypto';
import { limits } from '@hostmaster/contract';
import type { FastifyRequest } from 'fastify';
import { invalidRequest, Refusal } from '../base/errors.ts';
import { findAnswer, reserveKey, storeAnswer } from '../storage/queries/idempotency.ts';
import type { HostmasterDatabase, HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import type { Actor } from '../workspaces/actor.ts';

const keptMs = 24 * 3_600_000;

export interface IdempotentRequest {
  readonly workspaceId: string;
  readonly key: string;
  readonly requestHash: string;
  readonly now: number;
}

/** Null when the header is absent. */
export function idempotencyOf(
  request: FastifyRequest,
  context: { readonly actor: Actor; readonly now: number },
): IdempotentRequest | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
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
  // A key that reaches only some domains must not read answers about the others.
  if (actor.domainNames !== null) identity.push(actor.id);
  const requestHash = hash('sha256', canonicalJson(identity), 'hex');
  return { workspaceId: actor.workspaceId, key, requestHash, now };
}

/** The stored answer, or undefined when this request is new. */
export async function storedAnswer<O>(
  reader: HostmasterReader,
  request: IdempotentRequest,
): Promise<O | undefined> {
  const stored = await reader.first(findAnswer, {
    workspaceId: request.workspaceId,
    key: request.key,
    notBefore: request.now - keptMs,
  });
  if (stored === undefined) return undefined;
  if (stored.request_hash !== request.requestHash) {
    throw new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used before with another request. Choose a new one.',
    );
  }
  return JSON.parse(stored.response) as O;
}

/** Runs the change and stores its answer; when a concurrent request was first, returns its answer. */
export async function runOnce<O>(
  database: HostmasterDatabase,
  request: IdempotentRequest,
  change: {
    readonly begin: () => Promise<(tx: HostmasterTx) => Promise<O>>;
    readonly transact: (work: (tx: HostmasterTx) => Promise<O>) => Promise<O>;
  },
): Promise<O> {
  try {
    const apply = await change.begin();
    return await change.transact(async (tx) => {
      const reserved = await tx.run(reserveKey, {
        workspace_id: request.workspaceId,
        key: request.key,
        request_hash: request.requestHash,
        response: '',
        created_at: request.now,
        notBefore: request.now - keptMs,
      });
      if (reserved === 0) throw new ConcurrentInsertError();
      const answer = await apply(tx);
      await tx.run(storeAnswer, {
        workspaceId: request.workspaceId,
        key: request.key,
        response: JSON.stringify(answer),
      });
      return answer;
    });
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof ConcurrentInsertError)) throw error;
    const answer = await storedAnswer<O>(database, request);
    if (answer === undefined) throw error;
    return answer;
  }
}

class ConcurrentInsertError extends Error {
  override readonly name = 'ConcurrentInsertError';
}

/** Key order and white space do not make another request. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
