/** Names: availability, registration, renewal, settings and nameservers. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import {
  atLeastOneOf,
  availability,
  contact,
  domainFields,
  domainName,
  limits,
  maxCredits,
  pendingFulfillment,
  pick,
  withDefault,
  years,
} from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

export const domainEndpoints = {
  checkDomains: {
    ...apiPaths.checkDomains,
    summary: 'Check whether names can be registered',
    act: 'domains.read',
    idempotent: false,
    body: Type.Object(
      {
        domain: Type.Optional(domainName),
        domains: Type.Optional(
          Type.Array(domainName, { minItems: 1, maxItems: limits.checkedDomainsMax }),
        ),
      },
      atLeastOneOf(['domain', 'domains']),
    ),
    response: Type.Object({ results: Type.Array(availability) }),
    errors: [...bodyErrors, 'too_many_questions', 'registry_unavailable'],
  },
  registerDomain: {
    ...apiPaths.registerDomain,
    summary: 'Register a domain',
    act: 'domains.buy',
    idempotent: true,
    body: Type.Object({
      domain: domainName,
      years: Type.Optional(years),
      autoRenew: Type.Optional(withDefault(Type.Boolean(), false)),
      privacyEnabled: Type.Optional(withDefault(Type.Boolean(), false)),
      contact,
      maxCredits: Type.Optional(maxCredits),
    }),
    response: Type.Object({
      domain: Type.Object(
        pick(
          'name',
          'status',
          'autoRenew',
          'privacyEnabled',
          'years',
          'expiresAt',
          'createdAt',
          'creditsCharged',
        ),
        { title: 'RegisteredDomain' },
      ),
    }),
    errors: [
      ...bodyErrors,
      'unsupported_tld',
      'insufficient_credits',
      'domain_taken',
      'domain_not_offered',
      'price_changed',
      'spending_cap',
      'idempotency_key_reused',
      'too_many_questions',
      'registry_unavailable',
    ],
  },
  listDomains: {
    ...apiPaths.listDomains,
    summary: 'List all domains of the workspace',
    act: 'domains.read',
    idempotent: false,
    response: Type.Object({
      domains: Type.Array(
        Type.Object(
          pick('name', 'status', 'autoRenew', 'privacyEnabled', 'expiresAt', 'createdAt'),
          { title: 'DomainSummary' },
        ),
      ),
    }),
    errors: [],
  },
  getDomain: {
    ...apiPaths.getDomain,
    summary: 'Read one domain',
    act: 'domains.read',
    idempotent: false,
    response: Type.Object({
      domain: Type.Object(
        pick(
          'name',
          'status',
          'autoRenew',
          'privacyEnabled',
          'nameservers',
          'years',
          'expiresAt',
          'createdAt',
        ),
        { title: 'Domain' },
      ),
    }),
    errors: ['malformed_body', 'domain_not_found'],
  },
  updateDomain: {
    ...apiPaths.updateDomain,
    summary: 'Change auto-renewal or privacy',
    act: 'domains.manage',
    idempotent: false,
    body: Type.Object(
      {
        autoRenew: Type.Optional(Type.Boolean()),
        privacyEnabled: Type.Optional(Type.Boolean()),
      },
      atLeastOneOf(['autoRenew', 'privacyEnabled']),
    ),
    response: Type.Object(pick('autoRenew', 'privacyEnabled')),
    errors: [...bodyErrors, 'domain_not_found', 'domain_failed', 'domain_releasing'],
  },
  renewDomain: {
    ...apiPaths.renewDomain,
    summary: 'Renew a domain',
    act: 'domains.renew',
    idempotent: true,
    body: Type.Object({ years: Type.Optional(years), maxCredits: Type.Optional(maxCredits) }),
    response: Type.Object({
      domain: Type.Object(pick('name', 'status', 'years', 'expiresAt', 'creditsCharged'), {
        title: 'RenewedDomain',
      }),
    }),
    errors: [
      ...bodyErrors,
      'unsupported_tld',
      'domain_not_found',
      'domain_failed',
      'domain_releasing',
      'transfer_out_pending',
      'price_changed',
      'spending_cap',
      'insufficient_credits',
      'idempotency_key_reused',
    ],
  },
  replaceNameservers: {
    ...apiPaths.replaceNameservers,
    needsPassword: true,
    summary: 'Replace the nameservers',
    act: 'domains.manage',
    idempotent: false,
    conditional: true,
    body: Type.Object({
      nameservers: Type.Array(Type.String(), {
        minItems: limits.nameserversMin,
        maxItems: limits.nameserversMax,
        description: 'Fully-qualified hostnames; the order is kept.',
      }),
    }),
    response: Type.Object({ nameservers: domainFields.nameservers, pendingFulfillment }),
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'precondition_failed',
      'domain_failed',
      'domain_releasing',
      'dnssec_unavailable',
    ],
  },
} as const satisfies Record<string, EndpointShape>;
