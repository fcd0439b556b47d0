/** Search: the domains of a workspace and their records, by any part of a name or value. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import { limits, nextCursor, pageCursor, pageLimit, record } from '../schemas.ts';
import type { EndpointShape } from './shape.ts';

const result = Type.Object(
  {
    domain: Type.String({ description: 'The domain that was found, or that has the record.' }),
    record: Type.Optional(record),
  },
  { title: 'SearchResult', description: 'A domain, or a record where `record` is present.' },
);

export const searchEndpoints = {
  searchWorkspace: {
    ...apiPaths.searchWorkspace,
    act: 'domains.read',
    idempotent: false,
    summary: 'Find domains and records by any part of a name or value',
    query: Type.Object({
      q: Type.String({
        minLength: limits.searchCharactersMin,
        maxLength: limits.searchCharactersMax,
        description:
          'Any part of a domain name, or of the name or value of a record; upper and lower case are the same. A record is also found by its full name, such as `www.example.com`.',
        examples: ['192.0.2.'],
      }),
      limit: pageLimit('Results', {
        max: limits.searchPageMax,
        usual: limits.searchPageDefault,
      }),
      cursor: pageCursor,
    }),
    response: Type.Object({
      results: Type.Array(result, {
        description:
          'Domains, then records; each the oldest first. A page may have fewer than `limit`.',
      }),
      cursor: nextCursor,
      complete: Type.Boolean({
        description:
          'False while the index of the workspace is written: something may not be found yet.',
      }),
    }),
    errors: ['invalid_request'],
  },
} as const satisfies Record<string, EndpointShape>;
