import type { transferEndpoints } from '../endpoints/transfers.ts';
import { contact, name } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const transferExamples: Examples<typeof transferEndpoints> = {
  getContact: { params: { domain: name }, response: { contact, pending: false } },
  replaceContact: {
    params: { domain: name },
    body: { contact },
    response: { contact, pending: true },
  },
  getTransferLock: {
    params: { domain: name },
    response: { locked: true, lockedUntil: '2027-04-01T12:00:00.000Z', reason: 'registration' },
  },
  updateTransferLock: {
    params: { domain: name },
    body: { locked: false },
    response: { locked: false, lockedUntil: null, reason: null },
  },
  getRestore: {
    params: { domain: name },
    response: { price: 94, until: '2028-03-31T12:00:00.000Z' },
  },
  restoreDomain: {
    params: { domain: name },
    body: { maxCredits: 94 },
    response: {
      domain: {
        name,
        status: 'active',
        years: 1,
        expiresAt: '2029-03-15T12:00:00.000Z',
        creditsCharged: 94,
      },
    },
  },
  issueAuthCode: {
    params: { domain: name },
    response: { authCode: 'Hm1-5f0c2a9e7b41d83c', expiresAt: '2027-04-15T12:00:00.000Z' },
  },
};
