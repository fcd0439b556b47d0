/** Requests of other registrars: for members of the workspace, and behind the mailed link. */
import {
  answerOwnTransferOut,
  answerTransferOut,
  readTransferOut,
  viewOf,
} from '../operations/transfers/answer-transfer-out.ts';
import { listPendingTransfersOut } from '../storage/queries/transfers/transfers-out.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { requireStepUp } from '../users/sessions.ts';
import type { Handlers } from './dashboard-handler.ts';

export const transferOutHandlers = {
  async readTransferOut(request, input) {
    return { transfer: await readTransferOut(request, input) };
  },

  async answerTransferOut(request, input) {
    return { transfer: await answerTransferOut(request, input) };
  },

  async listTransfersOut({ services, call }) {
    return { transfersOut: await shownTransfersOut(services.database, call.actor.workspaceId) };
  },

  async answerOwnTransferOut(request, input) {
    if (input.decision === 'approve') requireStepUp(request.session);
    return { transfer: await request.persist(answerOwnTransferOut(request.call, input)) };
  },
} satisfies Partial<Handlers>;

/** What the list and the overview show; more than this many at once are not usual. */
const transfersShown = 20;

export async function shownTransfersOut(reader: HostmasterReader, workspaceId: string) {
  const limit = transfersShown;
  const requests = await reader.all(listPendingTransfersOut, { workspaceId, limit });
  return requests.map(({ name, ...request }) => viewOf(name, request));
}
