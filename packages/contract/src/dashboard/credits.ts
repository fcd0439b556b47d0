/** The balance, what becomes of it, and how it is topped up. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { dashboardPaths } from './paths.ts';
import { credits, type DashboardEndpoint, nullable, oneOf, text, time } from './schemas.ts';

/** What the automatic renewals of the coming days take. */
export const forecast = Type.Object({
  untilDays: Type.Integer(),
  requiredCredits: credits,
  missingCredits: credits,
  renewals: Type.Array(Type.Object({ domain: text, renewsAt: time, credits })),
});

const topUp = Type.Object({
  id: text,
  state: oneOf(['waiting', 'paid', 'failed', 'expired']),
  credits,
  createdAt: time,
});

const statementFilter = {
  kind: Type.Optional(oneOf(['top_up', 'removal', 'registration', 'renewal', 'refund'])),
  /** Days or instants: the first counts, the second does not. */
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
};

export const creditEndpoints = {
  getCredits: {
    ...dashboardPaths.getCredits,
    summary: 'Balance, what is held, the forecast and how to top up',
    access: 'workspace',
    idempotent: false,
    response: Type.Object({
      balance: credits,
      held: credits,
      forecast,
      topUp: Type.Object({
        provider: oneOf(['stripe', 'sandbox', 'none']),
        minimumCredits: credits,
        maximumCredits: credits,
        suggestions: Type.Array(credits),
      }),
    }),
    errors: [],
  },
  listStatement: {
    ...dashboardPaths.listStatement,
    summary: 'Every movement of credits, newest first, in pages',
    access: 'workspace',
    idempotent: false,
    query: Type.Object({
      ...statementFilter,
      before: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    response: Type.Object({
      entries: Type.Array(
        Type.Object({
          id: text,
          at: time,
          kind: text,
          description: text,
          domain: nullable(text),
          /** Signed: negative leaves the balance. */
          credits,
          /** After this entry. */
          balance: credits,
          state: text,
        }),
      ),
      next: nullable(text),
    }),
    errors: ['invalid_request'],
  },
  exportStatement: {
    ...dashboardPaths.exportStatement,
    summary: 'The statement as CSV',
    access: 'workspace',
    idempotent: false,
    query: Type.Object(statementFilter),
    response: text,
    mediaType: 'text/csv',
    errors: ['invalid_request'],
  },
  createTopUp: {
    ...dashboardPaths.createTopUp,
    summary: 'Begin a payment',
    access: 'workspace',
    idempotent: true,
    body: Type.Object({ credits: Type.Number({ minimum: 1, maximum: 100_000 }) }),
    response: Type.Object({ topUp, payUrl: text }),
    errors: [...bodyErrors, 'payments_unavailable', 'idempotency_key_reused'],
  },
  getTopUp: {
    ...dashboardPaths.getTopUp,
    summary: 'What became of a payment',
    access: 'workspace',
    idempotent: false,
    response: Type.Object({ topUp }),
    errors: ['top_up_not_found'],
  },
  payTopUp: {
    ...dashboardPaths.payTopUp,
    summary: 'Decide how a payment of the sandbox ends',
    access: 'workspace',
    idempotent: false,
    body: Type.Object({ outcome: oneOf(['succeed', 'fail']) }),
    response: Type.Object({ topUp }),
    errors: [...bodyErrors, 'top_up_not_found', 'top_up_settled'],
  },
} as const satisfies Record<string, DashboardEndpoint>;
