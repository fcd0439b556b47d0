/**
 * Entries of the ledger: double entry, append only. A hold takes credits from a workspace at once; it
 * is later posted (the registry confirmed) or voided (definitely refused), and a unique index makes it
 * settle at most once.
 */
import { InsufficientCredits } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { LateSlot, type LateWrite } from '../storage/late-slot.ts';
import { insert, type RowWrite } from '../storage/row-write.ts';
import { statementOfOne } from '../storage/statements.ts';
import { ledgerEntries, type StoredLedgerEntry } from '../storage/tables/credits/ledger-entries.ts';
import { type Funds, monthOf, requireFunds, type Spender } from './funds.ts';
import {
  fundingAccount,
  heldAccount,
  revenueAccount,
  workspaceAccount,
} from './ledger-accounts.ts';
import { ledgerDigest } from './ledger-digest.ts';

export interface LedgerEntry {
  readonly kind: StoredLedgerEntry['kind'];
  readonly id: string;
  readonly workspaceId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly at: number;
  /** The hold that a post or void settles; null for other entries. */
  readonly holdId: string | null;
  /** Whose spending it raises (a hold) or lowers (a void), and of which month. */
  readonly spending: SpendingChange;
}

interface SpendingChange {
  readonly monthAt: number;
  readonly key: CappedSpender | null;
  readonly member: CappedSpender | null;
}

type CappedSpender = Pick<Spender, 'id' | 'capCents'>;

const spentByNone: SpendingChange = { monthAt: 0, key: null, member: null };

type Movement = Pick<LedgerEntry, 'workspaceId' | 'amountCents' | 'reason' | 'at'>;

export function topUp(movement: Movement): LedgerEntry {
  return { kind: 'top_up', id: newId('trf'), ...movement, holdId: null, spending: spentByNone };
}

/** Takes credits back into funding. `balanceCents` is what the workspace has, as loaded. */
export function removal(movement: Movement, balanceCents: number): LedgerEntry {
  const { amountCents } = movement;
  if (amountCents > balanceCents) {
    throw new InsufficientCredits({ requiredCents: amountCents, balanceCents });
  }
  return { kind: 'removal', id: newId('trf'), ...movement, holdId: null, spending: spentByNone };
}

/** Takes the credits out of the balance until the registry has decided. */
export function hold(movement: Movement, funds: Funds): LedgerEntry {
  requireFunds(movement.amountCents, funds);
  const { key, member } = funds;
  const spending = { monthAt: monthOf(movement.at), key, member };
  return { kind: 'hold', id: newId('trf'), ...movement, holdId: null, spending };
}

/** A hold as it is stored. */
export type StoredHold = Pick<
  StoredLedgerEntry,
  'id' | 'fromAccount' | 'amountCents' | 'reason' | 'at' | 'keyId' | 'userId'
>;

/** The registry has confirmed: the credits are spent. */
export function post(held: StoredHold, at: number): LedgerEntry {
  return settlement('post', held, at);
}

/** The registry has definitely refused: the credits return. */
export function voiding(held: StoredHold, at: number): LedgerEntry {
  return settlement('void', held, at);
}

function settlement(kind: 'post' | 'void', held: StoredHold, at: number): LedgerEntry {
  const { id: holdId, amountCents, reason, keyId, userId } = held;
  const workspaceId = held.fromAccount.slice(workspaceAccount('').length);
  const spending = {
    monthAt: monthOf(held.at),
    key: keyId === null ? null : { id: keyId, capCents: null },
    member: userId === null ? null : { id: userId, capCents: null },
  };
  return { kind, id: newId('trf'), workspaceId, amountCents, reason, at, holdId, spending };
}

/** Where the credits come from and go to. */
const sides = {
  top_up: { from: null, to: 'workspace' },
  removal: { from: 'workspace', to: null },
  hold: { from: 'workspace', to: 'held' },
  post: { from: 'held', to: 'revenue' },
  void: { from: 'held', to: 'workspace' },
} as const satisfies Record<StoredLedgerEntry['kind'], unknown>;

const shared = { held: heldAccount, revenue: revenueAccount } as const;

export function ledgerRow(entry: LedgerEntry): RowWrite {
  return insert(ledgerEntries, storedEntry(entry));
}

/** The digest that its link in the hash chain of the workspace covers. */
export function entryDigest(entry: LedgerEntry): string {
  return ledgerDigest(storedEntry(entry));
}

function storedEntry({ kind, workspaceId, spending, ...entry }: LedgerEntry): StoredLedgerEntry {
  const accountOf = (side: 'workspace' | 'held' | 'revenue' | null) => {
    if (side === null) return fundingAccount;
    return side === 'workspace' ? workspaceAccount(workspaceId) : shared[side];
  };
  const { from, to } = sides[kind];
  const isHold = kind === 'hold';
  return {
    ...entry,
    kind,
    fromAccount: accountOf(from),
    toAccount: accountOf(to),
    keyId: isHold ? (spending.key?.id ?? null) : null,
    userId: isHold ? (spending.member?.id ?? null) : null,
  };
}

interface BalanceChange {
  readonly accountId: string;
  readonly deltaCents: number;
}

/** Other changes of the workspace wait for the lock of its balance, so it comes late. */
const balances = new LateSlot<BalanceChange>(2, (changes) =>
  [...Map.groupBy(changes, ({ accountId }) => accountId)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, each]) => {
      const deltaCents = each.reduce((sum, change) => sum + change.deltaCents, 0);
      return statementOfOne('moveBalance', { id, deltaCents });
    }),
);

interface SpendingMove {
  readonly workspaceId: string;
  readonly spenderId: string;
  readonly monthAt: number;
  readonly deltaCents: number;
  readonly capCents: number;
}

/** Moves of one spender in one month are one write, which no cap of them may refuse. */
const spendings = new LateSlot<SpendingMove>(3, (moves) =>
  [...Map.groupBy(moves, (move) => `${move.workspaceId} ${move.spenderId} ${move.monthAt}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (first === undefined) return [];
      const deltaCents = [first, ...others].reduce((sum, move) => sum + move.deltaCents, 0);
      const capCents = Math.min(first.capCents, ...others.map((move) => move.capCents));
      return [statementOfOne('moveSpending', { ...first, deltaCents, capCents })];
    }),
);

const noCapCents = Number.MAX_SAFE_INTEGER;

/** The stored balance that the entry moves, and the spendings, if any. */
export function movedSums(entry: LedgerEntry): LateWrite[] {
  const { kind, workspaceId, amountCents } = entry;
  const accountId = workspaceAccount(workspaceId);
  const { from, to } = sides[kind];
  if (from !== 'workspace' && to !== 'workspace') return [];
  const deltaCents = from === 'workspace' ? -amountCents : amountCents;
  return [balances.entry({ accountId, deltaCents }), ...spendingMoves(entry, -deltaCents)];
}

function spendingMoves({ workspaceId, spending }: LedgerEntry, deltaCents: number): LateWrite[] {
  const { monthAt, key, member } = spending;
  return [key, member].flatMap((spender) => {
    if (spender === null) return [];
    const { id: spenderId, capCents } = spender;
    return spendings.entry({
      workspaceId,
      spenderId,
      monthAt,
      deltaCents,
      capCents: capCents ?? noCapCents,
    });
  });
}
