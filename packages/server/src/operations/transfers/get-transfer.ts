/** GET /v1/domains/transfers/{transferId}. */
import { readOperation } from '../operation.ts';
import { loadTransfer, transferView } from './own-transfer.ts';

export const getTransfer = readOperation('getTransfer', async (reader, call, input) => ({
  transfer: transferView(await loadTransfer(reader, call, input.transferId)),
}));
