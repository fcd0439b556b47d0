/** The accounts of the ledger. Money enters from funding, waits in held, and ends in revenue. */
import { insertIfAbsent, type RowWrite } from '../storage/row-write.ts';
import { ledgerAccounts } from '../storage/tables/credits/ledger-accounts.ts';

export const fundingAccount = 'funding';
export const heldAccount = 'held';
export const revenueAccount = 'revenue';

export function workspaceAccount(workspaceId: string): string {
  return `workspace:${workspaceId}`;
}

/** A workspace starts with a balance of zero. The first one also creates the shared accounts. */
export function accountRows(workspaceId: string): readonly RowWrite[] {
  const shared = [fundingAccount, heldAccount, revenueAccount];
  return [
    ...shared.map((id) =>
      insertIfAbsent(ledgerAccounts, { id, workspaceId: null, balanceCents: null }),
    ),
    insertIfAbsent(ledgerAccounts, {
      id: workspaceAccount(workspaceId),
      workspaceId,
      balanceCents: 0,
    }),
  ];
}
