/**
 * One domain of a bulk operation. Its ordinary operation is loaded and decided; what came of it is
 * written in the same change. So a process that ends at any time has done both or neither, and a domain
 * that has its outcome is never attempted again. A plan discards the change of the decision.
 */
import { InsufficientCredits, Refusal, SpendingCapReached } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { centsToCredits } from '../base/money.ts';
import { combine, noChange } from '../changes/change.ts';
import { type ChangeWork, type Decided, persist } from '../changes/persist.ts';
import { bulkRules } from '../operations/bulk/bulk-kinds.ts';
import type { Call } from '../operations/operation.ts';
import { persistPlan } from '../operations/records/persist-plan.ts';
import { lockBulkItem } from '../storage/queries/bulk/bulk-items.ts';
import { lockBulk } from '../storage/queries/bulk/bulk-operations.ts';
import { insert, type RowWrite, update } from '../storage/row-write.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { type BulkItem, bulkItems } from '../storage/tables/bulk/bulk-items.ts';
import type { BulkOperation } from '../storage/tables/bulk/bulk-operations.ts';

export interface Attempt {
  readonly bulk: BulkOperation;
  readonly target: Pick<BulkItem, 'position' | 'domain' | 'priceCents'>;
  /** For a transfer, where it is stored. */
  readonly authCode?: string;
  /** Or why nothing is carried out for this caller any more. */
  readonly call: Call | Refusal;
}

type Outcome = Pick<BulkItem, 'state' | 'priceCents' | 'code' | 'message' | 'operationId'>;

export async function attemptItem(database: HostmasterDatabase, attempt: Attempt): Promise<void> {
  const { bulk, target, authCode, call } = attempt;
  try {
    if (call instanceof Refusal) throw call;
    const { domain, priceCents } = target;
    const work = await bulkRules[bulk.kind].begin(database, call, {
      domain,
      parameters: bulk.parameters,
      ...(authCode === undefined ? {} : { authCode }),
      ...(bulk.state === 'running' ? { maxCredits: centsToCredits(priceCents) } : {}),
    });
    await persistPlan(database, work, (each) => withOutcome(each, attempt));
  } catch (error) {
    if (!isFinal(error)) throw error;
    await persist(database, withOutcome(refusing(bulk, error), attempt));
  }
}

/** A store that cannot be reached says nothing about the domain. */
function isFinal(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code !== 'storage_unavailable';
}

/** What was refused before there was anything to decide. */
function refusing(bulk: BulkOperation, refusal: Refusal): ChangeWork<unknown, unknown> {
  return {
    keys: [],
    owner: bulk.workspaceId,
    commit: 'shared',
    load: async () => undefined,
    decide() {
      throw refusal;
    },
  };
}

interface LoadedAttempt<L> {
  readonly isOpen: boolean;
  readonly item: BulkItem | undefined;
  readonly loaded: () => L;
}

function withOutcome<L, O>(
  work: ChangeWork<L, O>,
  { bulk, target, call }: Attempt,
): ChangeWork<LoadedAttempt<L>, void> {
  const { owner, commit } = work;
  return {
    owner,
    commit,
    keys: [...work.keys, `bulk ${bulk.id}`],
    async load(reader) {
      const current = await reader.first(lockBulk, { id: bulk.id });
      const [item, loaded] = await Promise.allSettled([
        reader.first(lockBulkItem, { bulkId: bulk.id, position: target.position }),
        work.load(reader),
      ]);
      return {
        // Neither cancelled nor retried since the slice began.
        isOpen: current?.state === bulk.state && current.round === bulk.round,
        item: settled(item),
        loaded: () => settled(loaded),
      };
    },
    decide({ isOpen, item, loaded }) {
      if (!isOpen || !isDue(bulk, item)) return { answer: undefined, change: noChange };
      const isPlan = bulk.state === 'planning';
      const { outcome, change } = decided({ bulk, call }, () => work.decide(loaded()));
      const rows = [itemWrite(bulk, item, { ...target, ...outcome })];
      return { answer: undefined, change: isPlan ? { rows } : combine({ rows }, change) };
    },
  };
}

/** A plan is made once in each round, and carried out once. */
function isDue({ state, round }: BulkOperation, item: BulkItem | undefined): boolean {
  if (state === 'running') return item?.state === 'ready';
  return item === undefined || (item.state === 'failed' && item.round < round);
}

function decided<O>(
  { bulk, call }: Pick<Attempt, 'bulk' | 'call'>,
  decide: () => Decided<O>,
): { readonly outcome: Outcome; readonly change: Decided<O>['change'] } {
  const isPlan = bulk.state === 'planning';
  const succeeded = (priceCents: number): Outcome => ({
    state: isPlan ? 'ready' : 'done',
    priceCents,
    code: null,
    message: null,
    operationId: isPlan || call instanceof Refusal ? null : call.operationId,
  });
  try {
    const { answer, change } = decide();
    return { outcome: succeeded(bulkRules[bulk.kind].costCents(answer)), change };
  } catch (error) {
    if (!isFinal(error)) throw error;
    if (isPlan && (error instanceof InsufficientCredits || error instanceof SpendingCapReached)) {
      // The start compares the total with the balance and the caps.
      return { outcome: succeeded(error.requiredCents), change: noChange };
    }
    const { code, message } = error;
    const outcome = { state: 'failed', priceCents: 0, code, message, operationId: null } as const;
    return { outcome, change: noChange };
  }
}

function itemWrite(
  { id: bulkId, round }: BulkOperation,
  item: BulkItem | undefined,
  values: Omit<BulkItem, 'id' | 'bulkId' | 'round'>,
): RowWrite {
  if (item === undefined) return insert(bulkItems, { id: newId('bli'), bulkId, round, ...values });
  return update(bulkItems, { id: item.id, state: item.state }, { ...values, round });
}

function settled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
