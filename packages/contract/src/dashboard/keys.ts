/** API tokens, and TSIG keys for DNS UPDATE. */
import { recordTypes } from '@hostmaster/dns/records';
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { domainName } from '../schemas.ts';
import { dashboardPaths } from './paths.ts';
import {
  type DashboardEndpoint,
  dashboardLimits,
  done,
  instant,
  label,
  nullable,
  oneOf,
  spending,
  spendingCap,
  stepUpErrors,
  text,
  time,
} from './schemas.ts';

const scope = oneOf(
  ['read', 'dns', 'all', 'transfer'],
  'The permissions of the key. Each reads domains and their DNS; `read`, `all` and `transfer` read everything, `dns` changes records, `all` changes everything but what needs `transfer`.',
);

/** The default first. The last two are weak, for clients that have nothing better. */
const updateKeyAlgorithms = [
  'hmac-sha256',
  'hmac-sha384',
  'hmac-sha512',
  'hmac-sha1',
  'hmac-md5',
] as const;

const keyLife = {
  createdAt: time,
  /** The user's name; null when an operator created it by command. */
  createdBy: nullable(text),
  expiresAt: nullable(time),
  revokedAt: nullable(time),
  lastUsedAt: nullable(time),
  state: oneOf(['valid', 'expired', 'revoked']),
};

const apiKey = Type.Object({
  id: text,
  name: text,
  prefix: text,
  scope,
  readsAll: Type.Boolean({
    description:
      'Whether it reads more than domains and their DNS. With the scope `dns` only keys of earlier versions do.',
  }),
  domainNames: nullable(Type.Array(text)),
  spending,
  ...keyLife,
});

const updateKey = Type.Object({
  name: text,
  /** Null means all domains of the workspace. */
  domains: nullable(Type.Array(text)),
  namePattern: text,
  types: nullable(Type.Array(text)),
  transfer: Type.Boolean({ description: 'Whether it may read whole zones by transfer.' }),
  algorithm: text,
  isWeak: Type.Boolean({ description: 'Whether the algorithm is only for old clients.' }),
  ...keyLife,
});

export const keyEndpoints = {
  listApiKeys: {
    ...dashboardPaths.listApiKeys,
    summary: 'All API keys, newest first',
    access: 'workspace',
    act: 'keys.own',
    idempotent: false,
    response: Type.Object({ keys: Type.Array(apiKey) }),
    errors: [],
  },
  createApiKey: {
    ...dashboardPaths.createApiKey,
    hasSecret: true,
    summary: 'Create an API key; it is shown only in this answer',
    access: 'workspace',
    act: 'keys.own',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({
      name: label,
      scope: Type.Optional(scope),
      domainNames: Type.Optional(
        nullable(Type.Array(domainName, { minItems: 1, maxItems: dashboardLimits.domainNamesMax })),
      ),
      expiresAt: Type.Optional(nullable(instant)),
      cap: Type.Optional(spendingCap),
    }),
    response: Type.Object({ key: apiKey, apiKey: text }),
    errors: [...bodyErrors, ...stepUpErrors, 'quota_exceeded'],
  },
  approveCommandLine: {
    ...dashboardPaths.approveCommandLine,
    summary: 'Let a command line fetch an API key of the workspace, once and within ten minutes',
    access: 'workspace',
    act: 'keys.own',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({
      challenge: Type.String({
        minLength: 64,
        maxLength: 64,
        description: 'The SHA-256 of the secret that the command line keeps, in hex digits.',
      }),
      startedAt: instant,
      name: label,
      scope: Type.Optional(scope),
    }),
    response: done,
    errors: [...bodyErrors, ...stepUpErrors, 'link_expired'],
  },
  capApiKey: {
    ...dashboardPaths.capApiKey,
    summary: 'Set the most that an API key may spend in a month, or remove the cap',
    access: 'workspace',
    act: 'keys.own',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({ cap: spendingCap }),
    response: done,
    errors: [...bodyErrors, ...stepUpErrors, 'key_not_found'],
  },
  revokeApiKey: {
    ...dashboardPaths.revokeApiKey,
    summary: 'Revoke an API key with effect on the next request',
    access: 'workspace',
    act: 'keys.own',
    idempotent: false,
    response: done,
    errors: ['key_not_found'],
  },
  listUpdateKeys: {
    ...dashboardPaths.listUpdateKeys,
    summary: 'All TSIG keys for DNS UPDATE',
    access: 'workspace',
    act: 'keys.own',
    idempotent: false,
    response: Type.Object({ keys: Type.Array(updateKey) }),
    errors: [],
  },
  createUpdateKey: {
    ...dashboardPaths.createUpdateKey,
    hasSecret: true,
    summary: 'Create a TSIG key; its secret is shown only in this answer',
    access: 'workspace',
    act: 'dns.change',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({
      domains: nullable(
        Type.Array(domainName, { minItems: 1, maxItems: dashboardLimits.domainNamesMax }),
      ),
      transfer: Type.Optional(Type.Boolean()),
      algorithm: Type.Optional(oneOf(updateKeyAlgorithms)),
      namePattern: Type.Optional(Type.String({ maxLength: 255 })),
      types: Type.Optional(
        nullable(Type.Array(oneOf(recordTypes), { minItems: 1, maxItems: recordTypes.length })),
      ),
      expiresAt: Type.Optional(nullable(instant)),
    }),
    response: Type.Object({ key: updateKey, secret: text }),
    errors: [...bodyErrors, ...stepUpErrors, 'domain_not_found', 'quota_exceeded'],
  },
  revokeUpdateKey: {
    ...dashboardPaths.revokeUpdateKey,
    summary: 'Revoke a TSIG key with effect on the next message',
    access: 'workspace',
    act: 'keys.own',
    idempotent: false,
    response: done,
    errors: ['key_not_found'],
  },
} as const satisfies Record<string, DashboardEndpoint>;
