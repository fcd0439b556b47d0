/** Who is here and what the page must know of the service. */
import { Type } from 'typebox';
import { dashboardPaths } from './paths.ts';
import { type DashboardEndpoint, nullable, oneOf, text, time } from './schemas.ts';

export const account = Type.Object({
  id: text,
  email: text,
  name: text,
  isEmailVerified: Type.Boolean(),
  /** An address that waits for its confirmation. */
  pendingEmail: nullable(text),
  createdAt: time,
});

export const workspace = Type.Object({ id: text, name: text });

/** Also the answer of everything that changes who is signed in: the token goes with the session. */
export const session = Type.Object({
  account: nullable(account),
  workspaces: Type.Array(workspace),
  csrfToken: Type.String({ description: 'To be sent as `x-csrf-token` with every change.' }),
  service: Type.Object({
    mode: oneOf(['sandbox', 'production']),
    isSetUp: Type.Boolean({ description: 'False until the owner has used the set-up link.' }),
    isSignUpOpen: Type.Boolean(),
    payments: oneOf(['stripe', 'sandbox', 'none']),
    nameservers: Type.Array(text),
    publicUrl: text,
    /** Where UPDATE is taken; null when this process does not speak DNS. */
    dnsServer: nullable(Type.Object({ host: text, port: Type.Integer() })),
    expiringSoonDays: Type.Number(),
    calendarOffsetMs: Type.Integer({
      description: 'How far the calendar of domain dates is ahead of the clock; 0 in production.',
    }),
  }),
});

export const sessionEndpoints = {
  getSession: {
    ...dashboardPaths.getSession,
    summary: 'Who is signed in, and what the service offers',
    access: 'anyone',
    idempotent: false,
    response: session,
    errors: [],
  },
} as const satisfies Record<string, DashboardEndpoint>;
