/** The response headers of the OpenAPI document, each described once. */
import type { Endpoint } from './endpoints.ts';

interface HeaderObject {
  readonly description: string;
  readonly schema: { readonly type: 'string' | 'integer'; readonly format?: string };
  readonly example: string | number;
}

export const headers = {
  'x-request-id': {
    description: 'Names this request in the logs of the service.',
    schema: { type: 'string' },
    example: 'req-4f2k9q0z-1a',
  },
  RateLimit: {
    description:
      'What is left of the limit of the key: `r` requests, and `t` seconds until it is whole again. Absent where the service has no limit.',
    schema: { type: 'string' },
    example: '"default";r=99;t=1',
  },
  'RateLimit-Policy': {
    description: 'The limit of the key: `q` requests in `w` seconds.',
    schema: { type: 'string' },
    example: '"default";q=100;w=10',
  },
  ETag: {
    description: 'The version of what the answer shows, for `If-Match` and `If-None-Match`.',
    schema: { type: 'string' },
    example: '"dom_01kgb2q4x3h8m6n5p7r9t2v4w8.17"',
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the stored answer to an earlier request with the same key.',
    schema: { type: 'string' },
    example: 'true',
  },
  'x-ignored-fields': {
    description: 'Fields and query parameters that were ignored, at most ten names.',
    schema: { type: 'string' },
    example: 'maxCredit',
  },
  'Content-Disposition': {
    description: 'The name of the file.',
    schema: { type: 'string' },
    example: 'attachment; filename="receipt-R-000042.pdf"',
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer' },
    example: 2,
  },
  Link: {
    description: 'A page about this error, with `rel="help"`.',
    schema: { type: 'string' },
    example: '</help/errors#domain_not_found>; rel="help"',
  },
} as const satisfies Record<string, HeaderObject>;

type HeaderName = keyof typeof headers;

const everywhere: readonly HeaderName[] = ['x-request-id', 'RateLimit', 'RateLimit-Policy'];

export function successHeaders(
  { idempotent, hasVersion, mediaType }: Endpoint,
  { ignoresFields }: { readonly ignoresFields: boolean },
): object {
  return references([
    ...everywhere,
    ...(ignoresFields ? (['x-ignored-fields'] as const) : []),
    ...(hasVersion === true ? (['ETag'] as const) : []),
    ...(idempotent ? (['Idempotent-Replayed'] as const) : []),
    ...(mediaType === undefined ? [] : (['Content-Disposition'] as const)),
  ]);
}

export function errorHeaders(status: number): object {
  return references([
    ...everywhere,
    'Link',
    ...(status === 412 ? (['ETag'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
  ]);
}

/** The answer to `If-None-Match` with the current version. */
export const notModified = {
  description: 'The list is still the one with this `ETag`.',
  headers: references([...everywhere, 'ETag']),
};

function references(names: readonly HeaderName[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
