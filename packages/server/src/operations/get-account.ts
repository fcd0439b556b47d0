/** GET /v1/account. The key identifies the workspace. */
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { query } from '../storage/schema.ts';
import { readOperation } from './operation.ts';

const findAccount = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('workspaces')
    .innerJoin('accounts', 'accounts.workspace_id', 'workspaces.id')
    .select(['workspaces.id', 'workspaces.name', 'workspaces.created_at', 'accounts.balance_cents'])
    .where('workspaces.id', '=', p.workspaceId),
);

export const getAccount = readOperation('getAccount', async (reader, call) => {
  const account = await reader.first(findAccount, { workspaceId: call.actor.workspaceId });
  if (account === undefined) throw new Error('A key without a workspace.');
  return {
    account: {
      id: account.id,
      name: account.name,
      createdAt: isoTime(account.created_at),
    },
    credits: { balance: centsToCredits(account.balance_cents ?? 0) },
  };
});
