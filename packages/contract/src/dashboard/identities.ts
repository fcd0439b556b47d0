/** Sign-ins at identity providers that are linked to an account. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { dashboardPaths } from './paths.ts';
import { type DashboardEndpoint, done, nullable, stepUpErrors, text, time } from './schemas.ts';

const providerId = Type.String({ minLength: 1, maxLength: 31 });

/** The page of the dashboard that follows. */
const returnTo = Type.String({ maxLength: 300, pattern: '^/dashboard(?:/[\\w./-]*)?$' });

const begun = Type.Object({
  url: Type.String({ description: 'Where the browser signs in at the provider.' }),
});

export const identityEndpoints = {
  listIdentities: {
    ...dashboardPaths.listIdentities,
    summary: 'The sign-ins at identity providers that are linked to the account',
    access: 'account',
    idempotent: false,
    response: Type.Object({
      identities: Type.Array(
        Type.Object({
          id: text,
          /** Null where the operator has removed the provider. */
          providerId: nullable(text),
          provider: text,
          email: nullable(text),
          createdAt: time,
          lastUsedAt: time,
        }),
      ),
    }),
    errors: [],
  },
  linkIdentity: {
    ...dashboardPaths.linkIdentity,
    summary:
      'Begin to link a sign-in at a provider to the account; the provider answers the browser',
    access: 'account',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({ providerId, returnTo }),
    response: begun,
    errors: [
      ...bodyErrors,
      ...stepUpErrors,
      'provider_not_found',
      'too_many_attempts',
      'provider_unavailable',
    ],
  },
  confirmIdentity: {
    ...dashboardPaths.confirmIdentity,
    summary: 'Begin to confirm the session at a linked provider, for changes that need it',
    access: 'account',
    idempotent: false,
    body: Type.Object({ providerId, returnTo }),
    response: begun,
    errors: [...bodyErrors, 'provider_not_found', 'too_many_attempts', 'provider_unavailable'],
  },
  unlinkIdentity: {
    ...dashboardPaths.unlinkIdentity,
    summary: 'Unlink a sign-in at a provider from the account',
    access: 'account',
    needsPassword: true,
    idempotent: false,
    response: done,
    errors: [...stepUpErrors, 'identity_not_found'],
  },
} as const satisfies Record<string, DashboardEndpoint>;
