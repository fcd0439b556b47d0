import type { spendingEndpoints } from '../endpoints/spending.ts';
import { name, registeredAt } from '../example-objects.ts';
import type { Examples } from './shape.ts';

const months = [
  ...['2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09'],
  ...['2026-10', '2026-11', '2026-12'],
];

export const spendingExamples: Examples<typeof spendingEndpoints> = {
  getSpending: {
    params: {},
    response: {
      months: [
        ...months.map((month) => ({ month, credits: 0 })),
        { month: '2027-01', credits: 12 },
      ],
      suffixes: [{ name: 'com', credits: 12, purchases: 1 }],
      domains: [{ name, credits: 12, purchases: 1 }],
      total: 12,
      budget: 100,
    },
  },
  exportSpending: {
    params: {},
    response: `Date,Month,Domain,Suffix,Description,Credits\r\n${registeredAt},2027-01,${name},com,Registration of ${name} for 1 year,12.00\r\n`,
    fileName: 'spending-2027-01-31.csv',
  },
  setBudget: { params: {}, body: { budget: 100 }, response: { budget: 100 } },
};
