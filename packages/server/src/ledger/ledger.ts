/**
 * Money: double entry, append only. A hold takes credits from a workspace at once; it is later
 * posted (the registry confirmed) or voided (definitely refused), and settles at most once because
 * the database says so. Only this folder writes the ledger's tables.
 */
import { InsufficientCredits } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { HostmasterReader, HostmasterTx, TransferRow } from '../storage/schema.ts';
import { fundingAccount, heldAccount, revenueAccount, workspaceAccount } from './accounts.ts';
import {
  creditAccount,
  debitAccount,
  findBalance,
  findTransfer,
  insertAccount,
  insertTransfer,
} from './queries.ts';

export interface Movement {
  readonly workspaceId: string;
  readonly amountCents: number;
  readonly reason: string;
  readonly at: number;
}

/** A workspace starts with nothing. The shared accounts come with the first one. */
export async function openAccount(tx: HostmasterTx, workspaceId: string): Promise<void> {
  for (const id of [fundingAccount, heldAccount, revenueAccount]) {
    await tx.run(insertAccount, { id, workspaceId: null, balanceCents: null });
  }
  await tx.run(insertAccount, { id: workspaceAccount(workspaceId), workspaceId, balanceCents: 0 });
}

export async function balanceCents(reader: HostmasterReader, workspaceId: string): Promise<number> {
  const account = await reader.first(findBalance, { id: workspaceAccount(workspaceId) });
  return account?.balance_cents ?? 0;
}

export async function topUp(tx: HostmasterTx, movement: Movement): Promise<string> {
  const account = workspaceAccount(movement.workspaceId);
  const [id] = await Promise.all([
    append(tx, movement, { kind: 'top_up', from: fundingAccount, to: account }),
    tx.run(creditAccount, { id: account, amountCents: movement.amountCents }),
  ]);
  return id;
}

export async function removeCredits(tx: HostmasterTx, movement: Movement): Promise<string> {
  const account = workspaceAccount(movement.workspaceId);
  const [id] = await Promise.all([
    append(tx, movement, { kind: 'removal', from: account, to: fundingAccount }),
    debit(tx, movement),
  ]);
  return id;
}

/** Takes the credits out of the balance until the registry has decided. */
export async function hold(tx: HostmasterTx, movement: Movement): Promise<string> {
  const account = workspaceAccount(movement.workspaceId);
  // The account comes last: others of the workspace wait for it.
  const [id] = await Promise.all([
    append(tx, movement, { kind: 'hold', from: account, to: heldAccount }),
    debit(tx, movement),
  ]);
  return id;
}

export async function postHold(
  tx: HostmasterTx,
  settlement: { readonly holdId: string; readonly at: number },
): Promise<void> {
  const held = await requireHold(tx, settlement.holdId);
  await append(
    tx,
    { amountCents: held.amount_cents, reason: held.reason, at: settlement.at },
    { kind: 'post', from: heldAccount, to: revenueAccount, holdId: held.id },
  );
}

export async function voidHold(
  tx: HostmasterTx,
  settlement: { readonly holdId: string; readonly at: number },
): Promise<void> {
  const held = await requireHold(tx, settlement.holdId);
  await tx.run(creditAccount, { id: held.from_account, amountCents: held.amount_cents });
  await append(
    tx,
    { amountCents: held.amount_cents, reason: held.reason, at: settlement.at },
    { kind: 'void', from: heldAccount, to: held.from_account, holdId: held.id },
  );
}

/** What a hold took. */
export async function heldCents(reader: HostmasterReader, holdId: string): Promise<number> {
  return (await requireHold(reader, holdId)).amount_cents;
}

async function debit(tx: HostmasterTx, movement: Movement): Promise<void> {
  const id = workspaceAccount(movement.workspaceId);
  const touched = await tx.run(debitAccount, { id, amountCents: movement.amountCents });
  if (touched === 1) return;
  throw new InsufficientCredits({
    requiredCents: movement.amountCents,
    balanceCents: await balanceCents(tx, movement.workspaceId),
  });
}

async function append(
  tx: HostmasterTx,
  movement: Pick<Movement, 'amountCents' | 'reason' | 'at'>,
  sides: { kind: TransferRow['kind']; from: string; to: string; holdId?: string },
): Promise<string> {
  const id = newId('trf');
  await tx.run(insertTransfer, {
    id,
    kind: sides.kind,
    from_account: sides.from,
    to_account: sides.to,
    amount_cents: movement.amountCents,
    hold_id: sides.holdId ?? null,
    reason: movement.reason,
    at: movement.at,
  });
  return id;
}

async function requireHold(reader: HostmasterReader, holdId: string): Promise<TransferRow> {
  const held = await reader.first(findTransfer, { id: holdId });
  if (held?.kind !== 'hold') throw new Error(`${holdId} is not a hold.`);
  return held;
}
