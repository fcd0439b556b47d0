import type { incomingTransferEndpoints } from '../endpoints/incoming-transfers.ts';
import { contact, name, registeredAt, transfer, transferId } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const incomingTransferExamples: Examples<typeof incomingTransferEndpoints> = {
  createTransfer: {
    params: {},
    body: { domain: name, authCode: 'Kx7-4c1d90ab62fe', contact, maxCredits: 14 },
    response: {
      transfer: { ...transfer, status: 'pending', reason: null, updatedAt: registeredAt },
    },
  },
  listTransfers: { params: {}, response: { transfers: [transfer], cursor: null } },
  getTransfer: { params: { transferId }, response: { transfer } },
  updateTransfer: {
    params: { transferId },
    body: { authCode: 'Kx7-4c1d90ab62fe' },
    response: { transfer: { ...transfer, status: 'pending', reason: null } },
  },
  cancelTransfer: {
    params: { transferId },
    response: { transfer: { ...transfer, status: 'cancelled', reason: null, creditsCharged: 0 } },
  },
};
