/** The accounts of the ledger. Money enters from funding, waits in held, and ends in revenue. */
export const fundingAccount = 'funding';
export const heldAccount = 'held';
export const revenueAccount = 'revenue';

export function workspaceAccount(workspaceId: string): string {
  return `workspace:${workspaceId}`;
}
