/** GET /v1/domains/transfers, newest first. */
import { limits } from '@hostmaster/contract';
import { listTransfersIn } from '../../storage/queries/transfers/transfers-in.ts';
import { reaches } from '../../workspaces/actor.ts';
import { readOperation } from '../operation.ts';
import { nextCursor, pageStart } from '../page-cursor.ts';
import { transferView } from './own-transfer.ts';

/** Sorts behind every id. */
const newest = '~';

export const listTransfers = readOperation('listTransfers', async (reader, call, input) => {
  const limit = input.limit ?? limits.transfersPageDefault;
  const found = await reader.all(listTransfersIn, {
    workspaceId: call.actor.workspaceId,
    before: pageStart(input) ?? newest,
    limit,
  });
  const reached = found.filter(({ name }) => reaches(call.actor, name));
  return {
    transfers: reached.map(transferView),
    cursor: nextCursor(found, limit, ({ id }) => id),
  };
});
