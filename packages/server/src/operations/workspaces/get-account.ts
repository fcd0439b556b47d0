/** GET /v1/account. The key identifies the workspace. */
import { isoTime } from '../../base/iso-time.ts';
import { centsToCredits } from '../../base/money.ts';
import { findWorkspaceWithBalance } from '../../storage/queries/workspaces/workspaces.ts';
import { readOperation } from '../operation.ts';

export const getAccount = readOperation('getAccount', async (reader, call) => {
  const workspace = await reader.first(findWorkspaceWithBalance, { id: call.actor.workspaceId });
  if (workspace === undefined) throw new Error('A key without a workspace.');
  return {
    account: {
      id: workspace.id,
      name: workspace.name,
      createdAt: isoTime(workspace.createdAt),
    },
    credits: { balance: centsToCredits(workspace.balanceCents ?? 0) },
  };
});
