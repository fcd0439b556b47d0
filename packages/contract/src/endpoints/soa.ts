/** The mailbox and the timers of a zone, which its SOA record has. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import { limits, nullable } from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

const seconds = (bounds: { readonly min: number; readonly max: number }, description: string) =>
  Type.Integer({
    minimum: bounds.min,
    maximum: bounds.max,
    description: `${description} In seconds.`,
  });

const fields = {
  mailbox: Type.String({
    minLength: 3,
    maxLength: 253,
    description: 'Email address of the person responsible for the zone.',
    examples: ['dns@example.com'],
  }),
  refresh: seconds(
    limits.soaRefreshSeconds,
    'How often secondaries ask for changes that they were not notified of.',
  ),
  retry: seconds(
    limits.soaRetrySeconds,
    'How soon they ask again without an answer; shorter than `refresh`.',
  ),
  expire: seconds(
    limits.soaExpireSeconds,
    'How long they answer for the zone without reaching this service.',
  ),
  negativeTtl: seconds(
    limits.soaNegativeTtlSeconds,
    'How long resolvers remember that a name does not exist.',
  ),
};

const soa = Type.Object(
  {
    primary: Type.String({ description: 'The first nameserver of the domain.' }),
    ...fields,
    serial: nullable(
      Type.Integer({ description: 'Of the published zone; null while nothing is published.' }),
    ),
    isDefault: Type.Boolean({ description: 'Whether the domain has the values of the service.' }),
  },
  { title: 'Soa' },
);

export const soaEndpoints = {
  getSoa: {
    ...apiPaths.getSoa,
    summary: 'Read the SOA of a domain: its mailbox, timers and serial',
    act: 'domains.read',
    idempotent: false,
    response: Type.Object({ soa }),
    errors: ['invalid_request', 'malformed_body', 'domain_not_found'],
  },
  replaceSoa: {
    ...apiPaths.replaceSoa,
    summary: 'Replace the mailbox and the timers; an omitted field has the default of the service',
    act: 'dns.change',
    idempotent: false,
    body: Type.Object({
      mailbox: Type.Optional(fields.mailbox),
      refresh: Type.Optional(fields.refresh),
      retry: Type.Optional(fields.retry),
      expire: Type.Optional(fields.expire),
      negativeTtl: Type.Optional(fields.negativeTtl),
    }),
    response: Type.Object({ soa }),
    errors: [...bodyErrors, 'domain_not_found', 'domain_failed', 'domain_releasing'],
  },
} as const satisfies Record<string, EndpointShape>;
