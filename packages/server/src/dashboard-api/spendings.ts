/** What keys and members have spent in this month, with their caps, in credits. */
import { centsToCredits } from '../base/money.ts';
import { loadSpenders } from '../ledger/funds.ts';
import type { HostmasterReader } from '../storage/schema.ts';

interface SpendingView {
  readonly cap: number | null;
  readonly spent: number;
}

/** So many at once as one query may ask for. */
const spendersMax = 1_000;

/** By the id of the key or user. `now` is calendar time. */
export async function loadSpendings(
  reader: HostmasterReader,
  asked: {
    readonly workspaceId: string;
    readonly spenderIds: readonly string[];
    readonly now: number;
  },
): Promise<ReadonlyMap<string, SpendingView>> {
  const views = new Map<string, SpendingView>();
  for (let at = 0; at < asked.spenderIds.length; at += spendersMax) {
    const spenderIds = asked.spenderIds.slice(at, at + spendersMax);
    for (const { id, capCents, spentCents } of await loadSpenders(reader, {
      ...asked,
      spenderIds,
    })) {
      const cap = capCents === null ? null : centsToCredits(capCents);
      views.set(id, { cap, spent: centsToCredits(spentCents) });
    }
  }
  return views;
}
