/**
 * Carries out a change. With an idempotency key the answer is stored with the change, so a request
 * repeated within a day gets the stored answer and is never carried out twice. Refusals are not stored
 * (docs/adr/0006).
 */
import { dayMs } from '@hostmaster/contract/durations';
import { Refusal } from '../base/errors.ts';
import type { SecretBox } from '../base/secret-box.ts';
import { combine, noChange } from '../changes/change.ts';
import type { ChangeWork } from '../changes/persist.ts';
import { findAnswer } from '../storage/queries/idempotency-keys.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { statementOfOne } from '../storage/statements.ts';
import { type PlannedWork, persistPlan } from './records/persist-plan.ts';

const keptMs = dayMs;

export interface IdempotentRequest {
  readonly workspaceId: string;
  readonly key: string;
  /** Tells whether a second request with the same key is the same request. */
  readonly requestHash: string;
  /** Machine time. */
  readonly now: number;
  /** Encrypts the stored answer where it has a secret; null where it has none. */
  readonly sealedBy: SecretBox | null;
}

/** What a change answered, and whether it was carried out by an earlier request with the same key. */
export interface Outcome<O> {
  readonly answer: O;
  readonly isReplay: boolean;
}

/** `begin` is everything before the change is loaded and decided. */
export async function executeChange<O>(
  database: HostmasterDatabase,
  change: {
    readonly idempotency: IdempotentRequest | null;
    readonly begin: () => Promise<PlannedWork<unknown, O>>;
    /** The answer of what was stored. */
    readonly readStored?: ((stored: object) => Promise<O>) | undefined;
  },
): Promise<Outcome<O>> {
  const { idempotency, begin, readStored } = change;
  if (idempotency === null) {
    return { answer: await persistPlan(database, await begin(), (work) => work), isReplay: false };
  }
  const answerOf = async ({ answer, isReplay }: Outcome<O>): Promise<Outcome<O>> =>
    isReplay && readStored !== undefined
      ? { answer: await readStored(answer as object), isReplay }
      : { answer, isReplay };
  const stored = await findStoredAnswer<O>(database, idempotency);
  if (stored !== undefined) return answerOf(stored);
  try {
    // Another request may have stored its answer meanwhile.
    const once = (work: ChangeWork<unknown, O>) => answeredOnce(work, idempotency);
    return await answerOf(await persistPlan(database, await begin(), once));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A concurrent request with the same key may have succeeded first; its answer is ours.
    const answer = await findStoredAnswer<O>(database, idempotency);
    if (answer === undefined) throw error;
    return answerOf(answer);
  }
}

/**
 * The answer is stored with the change. A request with the same key that was faster has stored its own,
 * which is then the answer of this one, too.
 */
function answeredOnce<L, O>(
  work: ChangeWork<L, O>,
  request: IdempotentRequest,
): ChangeWork<{ readonly stored: Outcome<O> | undefined; readonly loaded: () => L }, Outcome<O>> {
  const { workspaceId, key, requestHash, now, sealedBy } = request;
  const { owner, commit } = work;
  return {
    owner,
    commit,
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
      const { answer, change, stored: kept = answer } = work.decide(loaded());
      const answered = statementOfOne('storeAnswer', {
        workspaceId,
        key,
        requestHash,
        response: sealedBy === null ? kept : sealedBy.seal(JSON.stringify(kept)),
        createdAt: now,
        notBefore: now - keptMs,
      });
      return {
        answer: { answer, isReplay: false },
        change: combine({ rows: [answered] }, change),
      };
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
): Promise<Outcome<O> | undefined> {
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
  return { answer: opened(stored.response, request.sealedBy) as O, isReplay: true };
}

function opened(response: unknown, sealedBy: SecretBox | null): unknown {
  if (sealedBy === null) return response;
  try {
    return JSON.parse(sealedBy.open(String(response)));
  } catch {
    // The key that sealed it was replaced since; carrying the request out again would be wrong, too.
    throw new Refusal(
      'idempotency_key_reused',
      'The answer to the first request can no longer be decrypted. Choose a new Idempotency-Key.',
    );
  }
}
