/** Nameservers of the customer that fetch the published zone of one domain. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import { limits, nextCursor, nullable, pageCursor, pageLimit, timestamp } from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

const address = Type.String({
  minLength: 2,
  maxLength: 60,
  description:
    'A public IP address that it transfers from and gets NOTIFY at; the port is 53 unless given.',
  examples: ['198.51.100.53', '[2001:db8::53]:5353'],
});

const secondary = Type.Object(
  {
    id: Type.String(),
    address: Type.String({ description: 'With its port.' }),
    keyName: Type.String({ description: 'The name of its TSIG key.' }),
    createdAt: timestamp('When it was added.'),
    askedAt: nullable(
      timestamp('When it last asked for the zone with its key; it gets NOTIFY from then on.'),
    ),
    fetchedAt: nullable(timestamp('When it was last sent the zone.')),
    fetchedSerial: nullable(Type.Integer({ description: 'The serial that it was sent then.' })),
    notifiedAt: nullable(timestamp('When NOTIFY was last sent.')),
    notifyAnswer: nullable(
      Type.Enum(['taken', 'refused', 'unanswered'], { description: 'What came of it.' }),
    ),
  },
  { title: 'DomainSecondary' },
);

const key = Type.Object(
  {
    name: Type.String(),
    algorithm: Type.String({ examples: ['hmac-sha256'] }),
    secret: Type.String({ description: 'In base64. It is shown only once.' }),
  },
  { title: 'TransferKey' },
);

export const domainSecondaryEndpoints = {
  listDomainSecondaries: {
    ...apiPaths.listDomainSecondaries,
    summary: 'List the secondaries of a domain, oldest first, and what they last did',
    act: 'domains.read',
    idempotent: false,
    query: Type.Object({
      limit: pageLimit('Secondaries', { max: limits.secondariesPerDomain }),
      cursor: pageCursor,
    }),
    response: Type.Object({
      secondaries: Type.Array(secondary, { maxItems: limits.secondariesPerDomain }),
      cursor: nextCursor,
    }),
    errors: ['invalid_request', 'malformed_body', 'domain_not_found'],
  },
  addDomainSecondary: {
    ...apiPaths.addDomainSecondary,
    summary: 'Let a nameserver of yours transfer the published zone, and notify it of changes',
    needsPassword: true,
    act: 'dns.change',
    idempotent: true,
    body: Type.Object({ address }),
    response: Type.Object({ secondary, key }),
    hasSecret: true,
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'domain_failed',
      'domain_releasing',
      'quota_exceeded',
      'idempotency_key_reused',
    ],
  },
  removeDomainSecondary: {
    ...apiPaths.removeDomainSecondary,
    summary: 'Remove a secondary: its key is no longer valid',
    act: 'dns.change',
    idempotent: false,
    response: Type.Object({ success: Type.Literal(true) }),
    errors: ['invalid_request', 'malformed_body', 'domain_not_found', 'secondary_not_found'],
  },
} as const satisfies Record<string, EndpointShape>;
