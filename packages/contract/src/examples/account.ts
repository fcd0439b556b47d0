import type { accountEndpoints } from '../endpoints/account.ts';
import { registeredAt } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const accountExamples: Examples<typeof accountEndpoints> = {
  getAccount: {
    params: {},
    response: {
      account: {
        id: 'ws_01kgb2q4x3h8m6n5p7r9t2v4w5',
        name: 'Example Ltd',
        createdAt: registeredAt,
      },
      credits: { balance: 88 },
    },
  },
};
