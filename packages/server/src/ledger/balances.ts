/** The balances of workspaces. Accounts of the ledger itself have none: they are sums of its entries. */
import { findBalance, lockBalance } from '../storage/queries/credits/ledger.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { workspaceAccount } from './ledger-accounts.ts';

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
