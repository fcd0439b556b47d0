/** What names cost, before they are bought. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import {
  credits,
  domainName,
  limits,
  nextCursor,
  nullable,
  pageCursor,
  pageLimit,
  timestamp,
  withDefault,
  years,
} from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

const quote = Type.Object(
  {
    credits: credits('What the purchase costs in all; send it as `maxCredits`.'),
    isPremium: Type.Boolean({ description: 'The registry asks more than the standard price.' }),
    firstYear: credits(
      'The first year of this purchase; for a transfer or restore with what it costs itself.',
    ),
    laterYears: credits('Each year that is renewed later.'),
    expiresAt: nullable(
      timestamp('The end of the registration after the purchase; null for a transfer.'),
    ),
    affordable: Type.Boolean({ description: 'The balance is enough for this purchase alone.' }),
    validUntil: timestamp('When to ask again.'),
  },
  { title: 'Quote' },
);

const problem = Type.Object(
  {
    code: Type.String({ description: 'The error code that the purchase would be refused with.' }),
    message: Type.String(),
  },
  { title: 'QuoteProblem' },
);

const price = Type.Object(
  {
    suffix: Type.String({ description: 'Without a leading dot.', examples: ['com'] }),
    register: credits('A year of a new registration.'),
    renew: credits('A year of a renewal.'),
    transfer: nullable(credits('A transfer from another registrar; null when not offered.')),
    restore: nullable(
      credits('A restore of a deleted domain, without its year; null when not offered.'),
    ),
  },
  { title: 'SuffixPrice' },
);

export const priceEndpoints = {
  quoteDomains: {
    ...apiPaths.quoteDomains,
    summary: 'Ask what names cost, and whether they can be bought',
    act: 'workspace.read',
    idempotent: false,
    body: Type.Object({
      domains: Type.Array(domainName, { minItems: 1, maxItems: limits.checkedDomainsMax }),
      kind: Type.Optional(
        withDefault(
          Type.Enum(['register', 'renew', 'transfer', 'restore'], {
            type: 'string',
            title: 'PurchaseKind',
            description: 'What to buy.',
          }),
          'register',
        ),
      ),
      years: Type.Optional(years),
    }),
    response: Type.Object({
      balance: credits('Available credits.'),
      total: credits('The sum of all quotes.'),
      results: Type.Array(
        Type.Object(
          {
            domain: Type.String(),
            quote: nullable(quote),
            problem: nullable(problem),
          },
          { title: 'QuoteResult', description: 'Either `quote` or `problem` is null.' },
        ),
      ),
    }),
    errors: [...bodyErrors, 'too_many_questions', 'registry_unavailable'],
  },
  listPrices: {
    ...apiPaths.listPrices,
    summary: 'List the prices of all suffixes',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object({
      limit: pageLimit('Suffixes', { max: limits.pricesPageMax }),
      cursor: pageCursor,
    }),
    response: Type.Object({ prices: Type.Array(price), cursor: nextCursor }),
    errors: ['invalid_request'],
  },
} as const satisfies Record<string, EndpointShape>;
