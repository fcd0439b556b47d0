/** GET /v1/domains/transfers, newest first. */
import { limits } from '@hostmaster/contract';
import { listTransfersIn } from '../../storage/queries/transfers/transfers-in.ts';
import { reaches } from '../../workspaces/actor.ts';
import { readOperation } from '../operation.ts';
import { transferView } from './own-transfer.ts';

/** Sorts behind every id. */
const newest = '~';

export const listTransfers = readOperation('listTransfers', async (reader, call, input) => {
  const found = await reader.all(listTransfersIn, {
    workspaceId: call.actor.workspaceId,
    before: input.before ?? newest,
    limit: input.limit ?? limits.transfersPageDefault,
  });
  const reached = found.filter(({ name }) => reaches(call.actor, name));
  return { transfers: reached.map(transferView) };
});
