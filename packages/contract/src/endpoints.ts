/** The twelve endpoints as data. Routes, validation, serialisation and OpenAPI derive from this file. */
import { type Static, type TSchema, Type } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { apiPaths, type EndpointPath } from './paths.ts';
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
  record,
  recordInput,
  timestamp,
  withDefault,
  years,
} from './schemas.ts';

/** The scope a key needs: `read` < `dns` < `all`. */
export type Scope = 'read' | 'dns' | 'all';

interface EndpointShape extends EndpointPath {
  readonly summary: string;
  readonly scope: Scope;
  /** Accepts the optional Idempotency-Key header. */
  readonly idempotent: boolean;
  /** Absent where bodies are ignored. An absent body is validated as an empty object. */
  readonly body?: TSchema;
  readonly response: TSchema;
  /** In addition to `sharedErrors`. */
  readonly errors: readonly ErrorCode[];
}

/** Every endpoint can answer with these. */
export const sharedErrors = [
  'unauthorized',
  'forbidden',
  'workspace_suspended',
  'rate_limited',
  'internal',
  'storage_unavailable',
] as const satisfies readonly ErrorCode[];

export const bodyErrors = [
  'invalid_request',
  'malformed_body',
  'body_too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[];

export const endpoints = {
  checkDomains: {
    ...apiPaths.checkDomains,
    summary: 'Check whether names can be registered',
    scope: 'read',
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
    scope: 'all',
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
      'idempotency_key_reused',
      'too_many_questions',
      'registry_unavailable',
    ],
  },
  listDomains: {
    ...apiPaths.listDomains,
    summary: 'List all domains of the workspace',
    scope: 'read',
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
    scope: 'read',
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
    scope: 'all',
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
    scope: 'all',
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
      'price_changed',
      'insufficient_credits',
      'idempotency_key_reused',
    ],
  },
  replaceNameservers: {
    ...apiPaths.replaceNameservers,
    summary: 'Replace the nameservers',
    scope: 'all',
    idempotent: false,
    body: Type.Object({
      nameservers: Type.Array(Type.String(), {
        minItems: limits.nameserversMin,
        maxItems: limits.nameserversMax,
        description: 'Fully-qualified hostnames; the order is kept.',
      }),
    }),
    response: Type.Object({ nameservers: domainFields.nameservers, pendingFulfillment }),
    errors: [...bodyErrors, 'domain_not_found', 'domain_failed', 'domain_releasing'],
  },
  listRecords: {
    ...apiPaths.listRecords,
    summary: 'List the DNS records of a domain',
    scope: 'read',
    idempotent: false,
    response: Type.Object({ records: Type.Array(record), pendingFulfillment }),
    errors: ['malformed_body', 'domain_not_found'],
  },
  createRecord: {
    ...apiPaths.createRecord,
    summary: 'Create a DNS record',
    scope: 'dns',
    idempotent: true,
    body: Type.Object({
      type: recordInput.type,
      name: Type.Optional(withDefault(recordInput.name, '@')),
      ttl: Type.Optional(withDefault(recordInput.ttl, limits.ttlSecondsDefault)),
      value: recordInput.value,
    }),
    response: Type.Object({ record, pendingFulfillment }),
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'domain_failed',
      'domain_releasing',
      'quota_exceeded',
      'idempotency_key_reused',
    ],
  },
  updateRecord: {
    ...apiPaths.updateRecord,
    summary: 'Change a DNS record',
    scope: 'dns',
    idempotent: false,
    body: Type.Object(
      {
        type: Type.Optional(recordInput.type),
        name: Type.Optional(recordInput.name),
        ttl: Type.Optional(recordInput.ttl),
        value: Type.Optional(recordInput.value),
      },
      atLeastOneOf(['type', 'name', 'ttl', 'value']),
    ),
    response: Type.Object({ record }),
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'record_not_found',
      'domain_failed',
      'domain_releasing',
      'quota_exceeded',
    ],
  },
  deleteRecord: {
    ...apiPaths.deleteRecord,
    summary: 'Delete a DNS record',
    scope: 'dns',
    idempotent: false,
    response: Type.Object({ success: Type.Literal(true) }),
    errors: [
      'malformed_body',
      'domain_not_found',
      'record_not_found',
      'domain_failed',
      'domain_releasing',
    ],
  },
  getAccount: {
    ...apiPaths.getAccount,
    summary: 'Read the workspace and its balance',
    scope: 'read',
    idempotent: false,
    response: Type.Object({
      account: Type.Object(
        {
          id: Type.String(),
          name: Type.String(),
          createdAt: timestamp('When the workspace was created.'),
        },
        { title: 'Account' },
      ),
      credits: Type.Object(
        { balance: Type.Number({ description: 'Available credits; 1 credit is 1 USD.' }) },
        { title: 'Credits' },
      ),
    }),
    errors: [],
  },
} as const satisfies Record<string, EndpointShape>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export type Endpoint = EndpointShape;

export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<Rest>
  : unknown;

export type BodyOf<E> = E extends { readonly body: infer B extends TSchema } ? Static<B> : unknown;

/** Path parameters and body fields of an endpoint as one flat input. */
export type Input<N extends EndpointName> = PathParams<Endpoints[N]['path']> & BodyOf<Endpoints[N]>;
export type Output<N extends EndpointName> = Static<Endpoints[N]['response']>;
