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
}

type Movement = Pick<LedgerEntry, 'workspaceId' | 'amountCents' | 'reason' | 'at'>;

export function topUp(movement: Movement): LedgerEntry {
  return { kind: 'top_up', id: newId('trf'), ...movement, holdId: null };
}

/** Takes credits back into funding. `balanceCents` is what the workspace has, as loaded. */
export function removal(movement: Movement, balanceCents: number): LedgerEntry {
  requireCredits(movement, balanceCents);
  return { kind: 'removal', id: newId('trf'), ...movement, holdId: null };
}

/** Takes the credits out of the balance until the registry has decided. */
export function hold(movement: Movement, balanceCents: number): LedgerEntry {
  requireCredits(movement, balanceCents);
  return { kind: 'hold', id: newId('trf'), ...movement, holdId: null };
}

/** A hold as it is stored. */
export type StoredHold = Pick<StoredLedgerEntry, 'id' | 'fromAccount' | 'amountCents' | 'reason'>;

/** The registry has confirmed: the credits are spent. */
export function post(held: StoredHold, at: number): LedgerEntry {
  return settlement('post', held, at);
}

/** The registry has definitely refused: the credits return. */
export function voiding(held: StoredHold, at: number): LedgerEntry {
  return settlement('void', held, at);
}

function settlement(kind: 'post' | 'void', held: StoredHold, at: number): LedgerEntry {
  const { id: holdId, amountCents, reason } = held;
  const workspaceId = held.fromAccount.slice(workspaceAccount('').length);
  return { kind, id: newId('trf'), workspaceId, amountCents, reason, at, holdId };
}

function requireCredits({ amountCents }: Movement, balanceCents: number): void {
  if (amountCents > balanceCents) {
    throw new InsufficientCredits({ requiredCents: amountCents, balanceCents });
  }
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

function storedEntry({ kind, workspaceId, ...entry }: LedgerEntry): StoredLedgerEntry {
  const accountOf = (side: 'workspace' | 'held' | 'revenue' | null) => {
    if (side === null) return fundingAccount;
    return side === 'workspace' ? workspaceAccount(workspaceId) : shared[side];
  };
  const { from, to } = sides[kind];
  return { ...entry, kind, fromAccount: accountOf(from), toAccount: accountOf(to) };
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

/** The stored balance that the entry moves, if any. */
export function balanceWrites({ kind, workspaceId, amountCents }: LedgerEntry): LateWrite[] {
  const accountId = workspaceAccount(workspaceId);
  const { from, to } = sides[kind];
  if (from === 'workspace') return [balances.entry({ accountId, deltaCents: -amountCents })];
  if (to === 'workspace') return [balances.entry({ accountId, deltaCents: amountCents })];
  return [];
}
