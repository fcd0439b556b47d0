/** The page behind the mailed link about a transfer to another registrar. */
import { answerTransferOut, readTransferOut } from '../operations/transfers/answer-transfer-out.ts';
import type { Handlers } from './dashboard-handler.ts';

export const transferOutHandlers = {
  async readTransferOut(request, input) {
    return { transfer: await readTransferOut(request, input) };
  },

  async answerTransferOut(request, input) {
    return { transfer: await answerTransferOut(request, input) };
  },
} satisfies Partial<Handlers>;
