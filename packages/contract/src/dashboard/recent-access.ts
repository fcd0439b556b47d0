/** What was given access to the account's workspaces lately, for a person who fears a thief. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { dashboardPaths } from './paths.ts';
import { type DashboardEndpoint, nullable, oneOf, stepUpErrors, text, time } from './schemas.ts';

/** In one answer and in one request; the newest first. */
const entriesMax = 200;

const kind = oneOf([
  'api_key',
  'update_key',
  'webhook',
  'member',
  'invitation',
  'domain_secondary',
  'passkey',
  'identity',
]);

export const recentAccessEndpoints = {
  listRecentAccess: {
    ...dashboardPaths.listRecentAccess,
    summary:
      'What was given access to the workspaces of the account, or to the account, in the last 30 days',
    access: 'account',
    idempotent: false,
    response: Type.Object({
      entries: Type.Array(
        Type.Object({
          kind,
          id: text,
          name: text,
          /** Null for a sign-in of the account itself. */
          workspace: nullable(Type.Object({ id: text, name: text })),
          createdAt: time,
          /** The name of the user; null when it is not known. */
          createdBy: nullable(text),
        }),
        { maxItems: entriesMax },
      ),
    }),
    errors: [],
  },
  revokeRecentAccess: {
    ...dashboardPaths.revokeRecentAccess,
    summary: 'Revoke some of it; what is gone already is skipped',
    access: 'account',
    needsPassword: true,
    idempotent: false,
    body: Type.Object({
      entries: Type.Array(
        Type.Object({
          workspaceId: nullable(Type.String({ maxLength: 100 })),
          kind,
          id: Type.String({ maxLength: 300 }),
        }),
        { minItems: 1, maxItems: entriesMax },
      ),
    }),
    response: Type.Object({ revoked: Type.Integer() }),
    errors: [...bodyErrors, ...stepUpErrors],
  },
} as const satisfies Record<string, DashboardEndpoint>;
