/** Mail that the sandbox shows instead of sending it. */
import { Type } from 'typebox';
import { dashboardPaths } from './paths.ts';
import { type DashboardEndpoint, text, time } from './schemas.ts';

export const mailboxEndpoints = {
  listMails: {
    ...dashboardPaths.listMails,
    summary: 'The latest mails to the account and to the workspace; empty where mail is sent',
    access: 'workspace',
    act: 'domains.read',
    idempotent: false,
    // Links that sign in or confirm an address.
    hasSecret: true,
    response: Type.Object({
      mails: Type.Array(Type.Object({ id: text, at: time, to: text, subject: text, text })),
    }),
    errors: [],
  },
} as const satisfies Record<string, DashboardEndpoint>;
