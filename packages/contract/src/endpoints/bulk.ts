/** Bulk operations: one operation for each of many domains, planned first and then started. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import {
  atLeastOneOf,
  contact,
  domainFields,
  limits,
  maxCredits,
  nextCursor,
  nullable,
  pageCursor,
  pageLimit,
  timestamp,
  withDefault,
  years,
} from '../schemas.ts';
import { tag, tagChanges } from './domain-tags.ts';
import { authCode } from './incoming-transfers.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';
import { templateSettings } from './templates.ts';

/** What is done with each domain. */
export const bulkKinds = [
  'renew',
  'auto_renewal',
  'privacy',
  'nameservers',
  'transfer_lock',
  'contact',
  'dnssec',
  'register',
  'template',
  'tags',
  'transfer',
] as const;
export type BulkKind = (typeof bulkKinds)[number];

const kind = Type.Enum([...bulkKinds], {
  description: 'What is done with each domain: the operation of the single endpoint.',
});

const nameservers = Type.Array(Type.String({ maxLength: 255 }), {
  minItems: limits.nameserversMin,
  maxItems: limits.nameserversMax,
  description: 'For `nameservers`: the hostnames, in order.',
});

const settings = {
  years: Type.Optional({ ...years, description: 'For `renew` and `register`: whole years.' }),
  enabled: Type.Optional(
    Type.Boolean({
      description: 'For `auto_renewal`, `privacy`, `transfer_lock` and `dnssec`: on or off.',
    }),
  ),
  nameservers: Type.Optional(nameservers),
  autoRenew: Type.Optional(
    withDefault(
      Type.Boolean({ description: 'For `register` and `transfer`: automatic renewal.' }),
      false,
    ),
  ),
  privacyEnabled: Type.Optional(
    withDefault(
      Type.Boolean({ description: 'For `register` and `transfer`: WHOIS privacy.' }),
      false,
    ),
  ),
  template: Type.Optional(
    Type.String({ maxLength: 64, description: 'For `template`: the id of a template.' }),
  ),
  ...templateSettings,
  addTags: Type.Optional({ ...tagChanges.add, description: 'For `tags`: tags to add.' }),
  removeTags: Type.Optional({ ...tagChanges.remove, description: 'For `tags`: tags to remove.' }),
};

const count = (description: string) => Type.Integer({ minimum: 0, description });

const bulk = Type.Object(
  {
    id: Type.String(),
    kind,
    state: Type.Enum(['planning', 'planned', 'running', 'finished', 'cancelled'], {
      description: 'It changes nothing before it is started.',
    }),
    parameters: Type.Object(settings, {
      description: 'As they were sent, without the contact.',
    }),
    domains: count('Domains of the operation.'),
    counts: Type.Object({
      planning: count('Domains that are not planned yet.'),
      ready: count('Domains that are planned and not begun.'),
      done: count('Domains whose operation was accepted, as by the single endpoint.'),
      failed: count('Domains whose operation was refused.'),
      cancelled: count('Domains that were not begun when it was cancelled.'),
    }),
    credits: Type.Object({
      planned: Type.Number({ description: 'The price of what is ready, together.' }),
      charged: Type.Number({ description: 'Credits debited so far.' }),
    }),
    createdAt: timestamp('When it was created.'),
    startedAt: nullable(timestamp('When it was started last; null before.')),
    endedAt: nullable(timestamp('When it finished or was cancelled; null before.')),
  },
  { title: 'BulkOperation' },
);

const itemState = Type.Enum(['ready', 'done', 'failed', 'cancelled']);

const item = Type.Object(
  {
    domain: Type.String(),
    state: itemState,
    credits: Type.Number({ description: 'The price that was planned, or that was debited.' }),
    error: nullable(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { description: 'What the single endpoint answers; null unless it failed.' },
      ),
    ),
  },
  { title: 'BulkItem' },
);

const bulkPage = { max: limits.bulkPageMax, usual: limits.bulkPageDefault };

const answer = Type.Object({ bulk });
/** The operation itself requires the act of its kind, too. */
const work = { act: 'domains.bulk', idempotent: true } as const;
const read = { act: 'domains.read', idempotent: false } as const;
const pathErrors = ['invalid_request', 'malformed_body', 'bulk_not_found'] as const;

export const bulkEndpoints = {
  createBulk: {
    ...apiPaths.createBulk,
    ...work,
    summary: 'Plan one operation for many domains; nothing is changed',
    bodyBytesMax: limits.bulkBytesMax,
    body: Type.Object(
      {
        kind,
        domains: Type.Optional(
          Type.Array(Type.String({ maxLength: 255 }), {
            minItems: 1,
            maxItems: limits.bulkDomainsMax,
            description: 'Names; one that is named twice counts once.',
          }),
        ),
        transfers: Type.Optional(
          Type.Array(Type.Object({ domain: Type.String({ maxLength: 255 }), authCode }), {
            minItems: 1,
            maxItems: limits.bulkDomainsMax,
            description:
              'For `transfer`, instead of `domains`: names with their auth codes. The codes are stored encrypted until their transfers are ordered, for 14 days at most.',
          }),
        ),
        filter: Type.Optional(
          Type.Object(
            {
              status: Type.Optional(domainFields.status),
              tag: Type.Optional(tag),
              suffix: Type.Optional(
                Type.String({ maxLength: 255, description: 'Such as `com` or `co.uk`.' }),
              ),
              expiresBefore: Type.Optional(
                Type.String({
                  maxLength: 64,
                  description: 'Domains that expire before this moment, in ISO 8601.',
                  examples: ['2027-01-31T12:00:00.000Z'],
                }),
              ),
            },
            { description: 'Instead of `domains`: all domains that match every field.' },
          ),
        ),
        ...settings,
        contact: Type.Optional(contact),
      },
      atLeastOneOf(['domains', 'filter', 'transfers']),
    ),
    response: answer,
    errors: [...bodyErrors, 'quota_exceeded', 'idempotency_key_reused'],
  },
  listBulks: {
    ...apiPaths.listBulks,
    ...read,
    summary: 'List bulk operations, newest first',
    query: Type.Object({ limit: pageLimit('Bulk operations', bulkPage), cursor: pageCursor }),
    response: Type.Object({ bulks: Type.Array(bulk), cursor: nextCursor }),
    errors: ['invalid_request'],
  },
  getBulk: {
    ...apiPaths.getBulk,
    ...read,
    summary: 'Read the plan or the progress of a bulk operation, domain by domain',
    query: Type.Object({
      state: Type.Optional({
        ...itemState,
        description: 'Only domains in this state.',
        examples: ['failed'],
      }),
      limit: pageLimit('Domains', bulkPage),
      cursor: pageCursor,
    }),
    response: Type.Object({ bulk, items: Type.Array(item), cursor: nextCursor }),
    errors: pathErrors,
  },
  startBulk: {
    ...apiPaths.startBulk,
    ...work,
    needsPassword: true,
    summary: 'Start a planned bulk operation',
    body: Type.Object({
      maxCredits: Type.Optional({
        ...maxCredits,
        description:
          'The highest total to accept; required where the plan costs anything. A higher total is refused with `price_changed`, and a domain whose price rises after the start fails with it.',
      }),
    }),
    response: answer,
    errors: [
      ...bodyErrors,
      'bulk_not_found',
      'wrong_bulk_state',
      'price_changed',
      'spending_cap',
      'insufficient_credits',
      'idempotency_key_reused',
    ],
  },
  cancelBulk: {
    ...apiPaths.cancelBulk,
    ...work,
    summary: 'Cancel what a bulk operation has not begun',
    response: answer,
    errors: [...pathErrors, 'wrong_bulk_state', 'idempotency_key_reused'],
  },
  retryBulk: {
    ...apiPaths.retryBulk,
    ...work,
    needsPassword: true,
    summary: 'Plan again what has failed; start it afterwards',
    response: answer,
    errors: [...pathErrors, 'wrong_bulk_state', 'quota_exceeded', 'idempotency_key_reused'],
  },
} as const satisfies Record<string, EndpointShape>;
