/** What a workspace spent in twelve months, and the monthly budget that alerts. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import { credits, nullable } from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

const share = Type.Object(
  {
    name: Type.String(),
    credits: credits('What it cost.'),
    purchases: Type.Integer(),
  },
  { title: 'SpendingShare' },
);

const budget = nullable(
  credits('Of a calendar month (UTC); null where none is set. It alerts and blocks nothing.'),
);

export const spendingEndpoints = {
  getSpending: {
    ...apiPaths.getSpending,
    summary: 'Read what was spent in the last twelve months, by month, suffix and domain',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Object({
      months: Type.Array(
        Type.Object({
          month: Type.String({ examples: ['2027-01'] }),
          credits: credits('What was spent in it, less refunds.'),
        }),
        { description: 'Calendar months (UTC), the oldest first; the last is the current one.' },
      ),
      suffixes: Type.Array(share, { description: 'The 100 with the largest sums.' }),
      domains: Type.Array(share, { description: 'The 100 with the largest sums.' }),
      total: credits('The sum of the months.'),
      budget,
    }),
    errors: ['invalid_request'],
  },
  exportSpending: {
    ...apiPaths.exportSpending,
    summary: 'Download each purchase of the last twelve months as CSV, newest first',
    act: 'workspace.read',
    idempotent: false,
    response: Type.String(),
    mediaType: 'text/csv',
    errors: ['invalid_request'],
  },
  setBudget: {
    ...apiPaths.setBudget,
    summary: 'Set the monthly budget, which alerts at 80 % and 100 %, or remove it',
    act: 'credits.pay',
    idempotent: false,
    body: Type.Object({
      budget: Type.Unsafe<number | null>({
        type: ['number', 'null'],
        minimum: 1,
        maximum: 1_000_000,
        description: 'Credits for a calendar month (UTC), at most two decimals; null for none.',
      }),
    }),
    response: Type.Object({ budget }),
    errors: [...bodyErrors],
  },
} as const satisfies Record<string, EndpointShape>;
