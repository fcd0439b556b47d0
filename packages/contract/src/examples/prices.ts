import type { priceEndpoints } from '../endpoints/prices.ts';
import { expiresAt, name } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const priceExamples: Examples<typeof priceEndpoints> = {
  quoteDomains: {
    params: {},
    body: { domains: [name, 'example.net'], years: 2 },
    response: {
      balance: 100,
      total: 24,
      results: [
        {
          domain: name,
          quote: {
            credits: 24,
            isPremium: false,
            firstYear: 12,
            laterYears: 14,
            expiresAt,
            affordable: true,
            validUntil: '2027-01-31T12:05:00.000Z',
          },
          problem: null,
        },
        {
          domain: 'example.net',
          quote: null,
          problem: {
            code: 'domain_taken',
            message: 'This name is already registered, or its registration is pending.',
          },
        },
      ],
    },
  },
  listPrices: {
    params: {},
    response: {
      prices: [{ suffix: 'com', register: 12, renew: 14, transfer: 14, restore: 80 }],
      cursor: null,
    },
  },
};
