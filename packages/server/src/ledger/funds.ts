/**
 * What a purchase is compared with: the balance of the workspace and the spending caps of the key and
 * the member (docs/adr/0044). The same numbers are the conditions of the writes, so that purchases at the
 * same time cannot exceed them together.
 */
import { InsufficientCredits, SpendingCapReached } from '../base/errors.ts';
import { findFunds, findSpenders } from '../storage/queries/credits/spendings.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { workspaceAccount } from './ledger-accounts.ts';

export interface Funds {
  readonly balanceCents: number;
  /** The key of the call; null where none was used. */
  readonly key: Spender | null;
  /** The member in the dashboard, or the creator of the key. */
  readonly member: Spender | null;
}

export interface Spender {
  readonly id: string;
  readonly spentCents: number;
  /** Null: no cap. */
  readonly capCents: number | null;
}

/** Who buys: the part of an actor that matters here. */
interface Buyer {
  readonly kind: string;
  readonly id: string;
  readonly workspaceId: string;
  readonly personId: string | null;
}

/** Operators and the service, as for automatic renewals, have a balance but no cap. */
export async function loadFunds(
  reader: HostmasterReader,
  { actor, now }: { readonly actor: Buyer; readonly now: number },
): Promise<Funds> {
  const { workspaceId, personId: memberId } = actor;
  const keyId = actor.kind === 'api_key' ? actor.id : null;
  const account = workspaceAccount(workspaceId);
  const monthAt = monthOf(now);
  const found = await reader.first(findFunds, { account, workspaceId, keyId, memberId, monthAt });
  const spender = (id: string | null, capCents?: number | null, spentCents?: number | null) =>
    id === null ? null : { id, capCents: capCents ?? null, spentCents: spentCents ?? 0 };
  return {
    balanceCents: found?.balanceCents ?? 0,
    key: spender(keyId, found?.keyCapCents, found?.keySpentCents),
    member: spender(memberId, found?.memberCapCents, found?.memberSpentCents),
  };
}

/** In this month, with their caps. */
export async function loadSpenders(
  reader: HostmasterReader,
  spenders: {
    readonly workspaceId: string;
    readonly spenderIds: readonly string[];
    readonly now: number;
  },
): Promise<readonly Spender[]> {
  const { workspaceId, spenderIds, now } = spenders;
  if (spenderIds.length === 0) return [];
  const key = { workspaceId, spenderIds, monthAt: monthOf(now) };
  const found = await reader.all(findSpenders, key);
  return found.map(({ spenderId: id, spentCents, capCents }) => ({
    id,
    spentCents: spentCents ?? 0,
    capCents,
  }));
}

/** Caps come first: more credits would not help. */
export function requireFunds(amountCents: number, { balanceCents, key, member }: Funds): void {
  for (const [whose, spender] of [
    ['key', key],
    ['member', member],
  ] as const) {
    if (spender === null || spender.capCents === null) continue;
    const { capCents, spentCents } = spender;
    if (spentCents + amountCents > capCents) {
      const remainingCents = Math.max(0, capCents - spentCents);
      throw new SpendingCapReached(whose, { requiredCents: amountCents, capCents, remainingCents });
    }
  }
  if (amountCents > balanceCents) {
    throw new InsufficientCredits({ requiredCents: amountCents, balanceCents });
  }
}

/** When the calendar month of a time began, in UTC. */
export function monthOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

export function monthAfter(monthAt: number): number {
  const date = new Date(monthAt);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
