/** The session, and what the page needs to know about the service. */
import { Type } from 'typebox';
import { dashboardPaths } from './paths.ts';
import { type DashboardEndpoint, nullable, oneOf, role, text, time } from './schemas.ts';

export const account = Type.Object({
  id: text,
  email: text,
  name: text,
  isEmailVerified: Type.Boolean(),
  /** A new e-mail address that is not confirmed yet. */
  pendingEmail: nullable(text),
  /** Sees the state of the service. */
  isOperator: Type.Boolean(),
  createdAt: time,
});

export const workspace = Type.Object({ id: text, name: text });

const ownWorkspace = Type.Object({
  ...workspace.properties,
  role,
  /** The domains that the member is limited to; null means all. */
  domainNames: nullable(Type.Array(text)),
  isSuspended: Type.Boolean({ description: 'Requests to it answer 403 `workspace_suspended`.' }),
  secondFactorDueAt: nullable(
    Type.String({
      description:
        'The account has no second factor, and needs one here from this time on: requests then answer 403 `second_factor_missing`.',
    }),
  ),
  /** For `after` of listEvents: where its stream ended; null without events. */
  eventsCursor: nullable(text),
});

/** Also the response of sign-in and sign-out, since the CSRF token changes with the session. */
export const session = Type.Object({
  account: nullable(account),
  workspaces: Type.Array(ownWorkspace),
  csrfToken: Type.String({ description: 'To be sent as `x-csrf-token` with every change.' }),
  service: Type.Object({
    mode: oneOf(['sandbox', 'production']),
    isSetUp: Type.Boolean({ description: 'False until the owner has used the set-up link.' }),
    isSignUpOpen: Type.Boolean(),
    hasMailbox: Type.Boolean({
      description: 'Mail is not sent but shown in the dashboard (sandbox without a mail server).',
    }),
    payments: oneOf(['stripe', 'sandbox', 'none']),
    nameservers: Type.Array(text),
    publicUrl: text,
    /** Other ways to sign in, at `/oidc/{id}/start`. */
    signInProviders: Type.Array(Type.Object({ id: text, name: text })),
    /** Where customers ask for help: `mailto:` or `https:`. */
    supportContact: nullable(text),
    /** Where DNS UPDATE is accepted; null when this process does not serve DNS. */
    dnsServer: nullable(Type.Object({ host: text, port: Type.Integer() })),
    expiringSoonDays: Type.Number(),
    calendarOffsetMs: Type.Integer({
      description: 'How far the calendar of domain dates is ahead of the clock; 0 in production.',
    }),
  }),
});

/** After the password: the session has begun, or it begins with a second factor. */
export const signInAnswer = Type.Object({
  ...session.properties,
  secondFactor: nullable(
    Type.Object({
      ticket: Type.String({
        description: 'Proves the password for ten minutes, for completeSignIn.',
      }),
      methods: Type.Array(oneOf(['totp', 'passkey']), {
        description: 'What the account has; a recovery code works instead of either.',
      }),
      recoveryDueAt: nullable(
        Type.String({ description: 'When an open recovery of the account can be finished.' }),
      ),
    }),
  ),
});

export const sessionEndpoints = {
  getSession: {
    ...dashboardPaths.getSession,
    summary: 'Who is signed in, and what the service offers',
    access: 'anyone',
    idempotent: false,
    hasSecret: true,
    response: session,
    errors: [],
  },
} as const satisfies Record<string, DashboardEndpoint>;
