/** What all bulk operations share: which one, who sees it, and how it is shown. */
import { Refusal } from '../../base/errors.ts';
import { isoTime } from '../../base/iso-time.ts';
import { centsToCredits } from '../../base/money.ts';
import { countBulkItems } from '../../storage/queries/bulk/bulk-items.ts';
import { findBulk, lockBulk } from '../../storage/queries/bulk/bulk-operations.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { BulkOperation, BulkTally } from '../../storage/tables/bulk/bulk-operations.ts';
import type { Actor } from '../../workspaces/actor.ts';
import { requireAct } from '../../workspaces/permission.ts';
import type { ReadCall } from '../operation.ts';
import { bulkRules } from './bulk-kinds.ts';

export async function loadBulk(
  reader: HostmasterReader,
  { actor }: Pick<ReadCall, 'actor'>,
  id: string,
): Promise<BulkOperation> {
  return requireSeen(actor, await reader.first(findBulk, { id }));
}

/** As loadBulk, with its lock, for who may do what it does. */
export async function loadForChange(
  reader: HostmasterReader,
  { actor }: Pick<ReadCall, 'actor'>,
  id: string,
): Promise<BulkOperation> {
  const bulk = requireSeen(actor, await reader.first(lockBulk, { id }));
  requireAct(actor, bulkRules[bulk.kind].act);
  return bulk;
}

function requireSeen(actor: Actor, bulk: BulkOperation | undefined): BulkOperation {
  if (bulk?.workspaceId === actor.workspaceId && seesBulk(actor, bulk)) return bulk;
  throw new Refusal('bulk_not_found', 'No such bulk operation in this workspace.');
}

/** It shows names and prices: who does not see all of them sees only their own. */
export function seesBulk(actor: Actor, bulk: BulkOperation): boolean {
  const seesAll = actor.readsAll && actor.domainNames === null;
  return seesAll || (bulk.creatorKind === actor.kind && bulk.creatorId === actor.id);
}

/** What is counted as it is now. */
export async function loadTally(
  reader: HostmasterReader,
  { id: bulkId, round }: Pick<BulkOperation, 'id' | 'round'>,
): Promise<BulkTally> {
  const groups = await reader.all(countBulkItems, { bulkId, round });
  const sums = { ready: 0, done: 0, failed: 0, outdated: 0, plannedCents: 0, chargedCents: 0 };
  for (const { state, isEarlier, count, priceCents } of groups) {
    if (state === 'failed') {
      sums[isEarlier === 1 ? 'outdated' : 'failed'] += Number(count);
    } else {
      sums[state] += Number(count);
      sums[state === 'ready' ? 'plannedCents' : 'chargedCents'] += Number(priceCents);
    }
  }
  return sums;
}

export const emptyTally: BulkTally = {
  ready: 0,
  done: 0,
  failed: 0,
  outdated: 0,
  plannedCents: 0,
  chargedCents: 0,
};

export function countsOf({ state, size }: BulkOperation, tally: BulkTally) {
  const { done } = tally;
  if (state === 'cancelled') {
    const failed = tally.failed + tally.outdated;
    return { planning: 0, ready: 0, done, failed, cancelled: size - done - failed };
  }
  const { ready, failed } = tally;
  return { planning: size - ready - done - failed, ready, done, failed, cancelled: 0 };
}

export function bulkView(bulk: BulkOperation, tally: BulkTally = bulk.tally) {
  const { id, kind, state, size, createdAt, startedAt, endedAt } = bulk;
  const { contact: _, ...parameters } = bulk.parameters;
  const isOpen = state !== 'cancelled';
  return {
    id,
    kind,
    state,
    parameters,
    domains: size,
    counts: countsOf(bulk, tally),
    credits: {
      planned: isOpen ? centsToCredits(tally.plannedCents) : 0,
      charged: centsToCredits(tally.chargedCents),
    },
    createdAt: isoTime(createdAt),
    startedAt: startedAt === null ? null : isoTime(startedAt),
    endedAt: endedAt === null ? null : isoTime(endedAt),
  };
}

export function wrongState(message: string): Refusal {
  return new Refusal('wrong_bulk_state', message);
}
