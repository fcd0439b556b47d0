import type { receiptEndpoints } from '../endpoints/receipts.ts';
import { registeredAt } from '../example-objects.ts';
import type { Examples } from './shape.ts';

const params = { number: '42' };

const line = {
  number: 42,
  label: 'R-000042',
  credits: 50,
  paidAt: registeredAt,
  isTest: false,
};

const billing = {
  name: 'Example Ltd',
  address: ['1 Example Street', 'London W1A 1AA', 'United Kingdom'],
  taxNumber: 'GB123456789',
};

export const receiptExamples: Examples<typeof receiptEndpoints> = {
  listReceipts: { params: {}, response: { receipts: [line], cursor: null } },
  getReceipt: {
    params,
    response: {
      receipt: {
        ...line,
        issuedAt: registeredAt,
        currency: 'USD',
        topUpId: 'top_01kgb2q4x3h8m6n5p7r9t2v4w5',
        paymentRef: 'pi_3QExample',
        seller: { name: 'Names Ltd', address: ['2 Example Street', 'London'], taxNumber: null },
        buyer: billing,
      },
    },
  },
  downloadReceipt: { params, response: null, fileName: 'receipt-R-000042.pdf' },
  getBilling: { params: {}, response: { billing } },
  setBilling: { params: {}, body: billing, response: { billing } },
};
