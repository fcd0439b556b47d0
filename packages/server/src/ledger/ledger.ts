/**
 * Money: double entry, append only. A hold takes credits from a workspace at once; it is later
 * posted (the registry confirmed) or voided (definitely refused). A database constraint makes it
 * settle at most once. Only this folder writes the ledger's tables.
 */
import { InsufficientCredits } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import {
  creditAccount,
  debitAccount,
  findBalance,
  findTransfer,
  insertTransfer,
  lockBalance,
} from '../storage/queries/ledger.ts';
import { type Command, command } from '../storage/query.ts';
import type { HostmasterReader, HostmasterTx, Schema } from '../storage/schema.ts';
import type { Transfer } from '../storage/tables/transfers.ts';
import { heldAccount, revenueAccount, workspaceAccount } from './accounts.ts';

export interface Movement {
  readonly workspaceId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly at: number;
}

export async function balanceCents(reader: HostmasterReader, workspaceId: string): Promise<number> {
  const account = await reader.first(findBalance, { id: workspaceAccount(workspaceId) });
  return account?.balanceCents ?? 0;
}

/** As balanceCents, and the balance stays as it is until the change is stored. */
export async function lockBalanceCents(
  reader: HostmasterReader,
  workspaceId: string,
): Promise<number> {
  const account = await reader.first(lockBalance, { id: workspaceAccount(workspaceId) });
  return account?.balanceCents ?? 0;
}

/**
 * Takes the credits out of the balance until the registry has decided. What is bought with the hold
 * is written with it.
 */
export async function hold(
  tx: HostmasterTx,
  movement: Movement,
  bought: (holdId: string) => readonly Command<Schema>[] = () => [],
): Promise<string> {
  return takeCredits(tx, movement, { kind: 'hold', to: heldAccount, bought });
}

export async function postHold(
  tx: HostmasterTx,
  settlement: { readonly holdId: string; readonly at: number },
): Promise<void> {
  const held = await requireHold(tx, settlement.holdId);
  const transfer = transferOf(
    { amountCents: held.amountCents, reason: held.reason, at: settlement.at },
    { kind: 'post', from: heldAccount, to: revenueAccount, holdId: held.id },
  );
  tx.write([command(insertTransfer, transfer)]);
}

export async function voidHold(
  tx: HostmasterTx,
  settlement: { readonly holdId: string; readonly at: number },
): Promise<void> {
  const held = await requireHold(tx, settlement.holdId);
  await tx.run(creditAccount, { id: held.fromAccount, amountCents: held.amountCents });
  await tx.run(
    insertTransfer,
    transferOf(
      { amountCents: held.amountCents, reason: held.reason, at: settlement.at },
      { kind: 'void', from: heldAccount, to: held.fromAccount, holdId: held.id },
    ),
  );
}

/** Debits the workspace, or refuses and leaves the transaction to be rolled back. */
async function takeCredits(
  tx: HostmasterTx,
  movement: Movement,
  sides: {
    readonly kind: Transfer['kind'];
    readonly to: string;
    readonly bought?: (transferId: string) => readonly Command<Schema>[];
  },
): Promise<string> {
  const { workspaceId, amountCents } = movement;
  const account = workspaceAccount(workspaceId);
  const transfer = transferOf(movement, { kind: sides.kind, to: sides.to, from: account });
  // The account comes last: other changes of the workspace wait for its lock.
  const changes = await tx.batch([
    command(insertTransfer, transfer),
    ...(sides.bought?.(transfer.id) ?? []),
    command(debitAccount, { id: account, amountCents }),
  ]);
  if (changes.at(-1) === 1) return transfer.id;
  throw new InsufficientCredits({
    requiredCents: amountCents,
    balanceCents: await balanceCents(tx, workspaceId),
  });
}

function transferOf(
  movement: Pick<Movement, 'amountCents' | 'reason' | 'at'>,
  sides: { kind: Transfer['kind']; from: string; to: string; holdId?: string },
): Transfer {
  return {
    id: newId('trf'),
    kind: sides.kind,
    fromAccount: sides.from,
    toAccount: sides.to,
    amountCents: movement.amountCents,
    holdId: sides.holdId ?? null,
    reason: movement.reason,
    at: movement.at,
  };
}

async function requireHold(reader: HostmasterReader, holdId: string): Promise<Transfer> {
  const held = await reader.first(findTransfer, { id: holdId });
  if (held?.kind !== 'hold') throw new Error(`${holdId} is not a hold.`);
  return held;
}
