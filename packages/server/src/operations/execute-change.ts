/**
 * Carries out a change. With an idempotency key the answer is stored with the change, so a request repeated within a day gets the stored answer and is never carried out
 * twice. Refusals are not stored (docs/adr/0006).
 */
import { dayMs } from '@hostmaster/contract/durations';
import { Refusal } from '../base/errors.ts';
import { combine, noChange } from '../changes/change.ts';
import { type ChangeWork, persist } from '../changes/persist.ts';
import { findAnswer } from '../storage/queries/idempotency-keys.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { statementOfOne } from '../storage/statements.ts';

const keptMs = dayMs;

export interface IdempotentRequest {
  readonly workspaceId: string;
  readonly key: string;
  /** Tells whether a second request with the same key is the same request. */
  readonly requestHash: string;
  /** Machine time. */
  readonly now: number;
}

/** `begin` is everything before the change is loaded and decided. */
export async function executeChange<O>(
  database: HostmasterDatabase,
  change: {
    readonly idempotency: IdempotentRequest | null;
    readonly begin: () => Promise<ChangeWork<unknown, O>>;
  },
): Promise<O> {
  const { idempotency, begin } = change;
  if (idempotency === null) return persist(database, await begin());
  const stored = await findStoredAnswer<O>(database, idempotency);
  if (stored !== undefined) return stored;
  try {
    return await persist(database, answeredOnce(await begin(), idempotency));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A concurrent request with the same key may have succeeded first; its answer is ours.
    const answer = await findStoredAnswer<O>(database, idempotency);
    if (answer === undefined) throw error;
    return answer;
  }
}

/**
 * The answer is stored with the change. A request with the same key that was faster has stored its own,
 * which is then the answer of this one, too.
 */
function answeredOnce<L, O>(
  work: ChangeWork<L, O>,
  request: IdempotentRequest,
): ChangeWork<{ readonly stored: O | undefined; readonly loaded: () => L }, O> {
  const { workspaceId, key, requestHash, now } = request;
  return {
    ...work,
    keys: [...work.keys, `idempotency ${workspaceId} ${key}`],
    async load(reader) {
      const [stored, loaded] = await Promise.allSettled([
        findStoredAnswer<O>(reader, request),
        work.load(reader),
      ]);
      return { stored: settled(stored), loaded: () => settled(loaded) };
    },
    decide({ stored, loaded }) {
      if (stored !== undefined) return { answer: stored, change: noChange };
      const { answer, change } = work.decide(loaded());
      const answered = statementOfOne('storeAnswer', {
        workspaceId,
        key,
        requestHash,
        response: answer,
        createdAt: now,
        notBefore: now - keptMs,
      });
      return { answer, change: combine({ rows: [answered] }, change) };
    },
  };
}

function settled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Undefined when this request is new. */
async function findStoredAnswer<O>(
  reader: HostmasterReader,
  request: IdempotentRequest,
): Promise<O | undefined> {
  const stored = await reader.first(findAnswer, {
    workspaceId: request.workspaceId,
    key: request.key,
    notBefore: request.now - keptMs,
  });
  if (stored === undefined) return undefined;
  if (stored.requestHash !== request.requestHash) {
    throw new Refusal(
      'idempotency_key_reused',
      'This Idempotency-Key was used before with another request. Choose a new one.',
    );
  }
  return stored.response as O;
}
