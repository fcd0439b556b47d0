/** The balance, its forecast, the statement and top-ups. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { dashboardPaths } from './paths.ts';
import {
  credits,
  type DashboardEndpoint,
  instant,
  nullable,
  oneOf,
  text,
  time,
} from './schemas.ts';

export const topUpLimits = {
  creditsMin: 5,
  creditsMax: 10_000,
  suggestions: [25, 50, 100, 250],
  /** Renewals that are ordered with one. */
  renewalsMax: 500,
} as const;

export const forecastDays = { near: 30, far: 365 } as const;

/** What the automatic renewals of the coming days cost. */
export const forecast = Type.Object({
  untilDays: Type.Integer(),
  requiredCredits: credits,
  /** What the balance does not cover; 0 when it covers everything. */
  missingCredits: credits,
  /** The number of renewals; only the next ones are listed. */
  renewalCount: Type.Integer(),
  renewals: Type.Array(Type.Object({ domain: text, renewsAt: time, credits })),
  /** The sum of every day that has renewals. */
  days: Type.Array(Type.Object({ at: time, credits })),
});

const topUp = Type.Object({
  id: text,
  state: oneOf(['created', 'paid', 'failed', 'expired']),
  provider: oneOf(['stripe', 'sandbox']),
  credits,
  createdAt: time,
  /** Renewals that were ordered with it, by state; they begin when it is paid. */
  renewals: Type.Object({
    waiting: Type.Integer(),
    done: Type.Integer(),
    refused: Type.Integer(),
  }),
});

export const statementKinds = [
  'top_up',
  'registration',
  'transfer',
  'renewal',
  'refund',
  'adjustment',
] as const;

export type StatementKind = (typeof statementKinds)[number];

const statementKind = oneOf(statementKinds);

const statementFilter = {
  kind: Type.Optional(statementKind),
  /** Inclusive. */
  from: Type.Optional(instant),
  /** Exclusive. */
  to: Type.Optional(instant),
};

export const creditEndpoints = {
  getCredits: {
    ...dashboardPaths.getCredits,
    summary: 'Balance, held credits, forecasts and top-up options',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Object({
      balance: credits,
      /** Held for registrations and renewals that the registry has not confirmed yet. */
      held: credits,
      /** The next 30 days. */
      forecast,
      /** The next 365 days. */
      yearForecast: forecast,
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
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object({
      ...statementFilter,
      before: Type.Optional(Type.String({ pattern: '^trf_[0-9a-z]{26}$' })),
    }),
    response: Type.Object({
      entries: Type.Array(
        Type.Object({
          id: text,
          at: time,
          kind: statementKind,
          description: text,
          domain: nullable(text),
          /** Negative for a debit. */
          credits,
          /** The balance after this entry, independent of the filter. */
          balance: credits,
          /** `pending` until the registry has decided; `returned` when it refused. */
          state: oneOf(['settled', 'pending', 'returned']),
        }),
      ),
      /** To be sent as `before` for the next page; null on the last. */
      next: nullable(text),
    }),
    errors: ['invalid_request'],
  },
  exportStatement: {
    ...dashboardPaths.exportStatement,
    summary: 'The statement as CSV',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object(statementFilter),
    response: text,
    mediaType: 'text/csv',
    errors: ['invalid_request'],
  },
  createTopUp: {
    ...dashboardPaths.createTopUp,
    summary: 'Start a payment; returns the URL of the payment page',
    access: 'workspace',
    act: 'credits.pay',
    idempotent: true,
    body: Type.Object({
      credits: Type.Number({
        minimum: topUpLimits.creditsMin,
        maximum: topUpLimits.creditsMax,
        description: 'At most two decimals.',
      }),
      renewals: Type.Optional(
        Type.Array(
          Type.Object({
            domain: Type.String({ minLength: 1, maxLength: 253 }),
            maxCredits: Type.Number({ minimum: 0 }),
          }),
          {
            maxItems: topUpLimits.renewalsMax,
            description:
              'Expired domains to renew for a year once it is paid, each for at most this price.',
          },
        ),
      ),
    }),
    response: Type.Object({
      topUp,
      payUrl: Type.String({ description: 'Where to pay: an address, or a path of the dashboard.' }),
    }),
    errors: [
      ...bodyErrors,
      'payments_off',
      'quota_exceeded',
      'payments_unavailable',
      'idempotency_key_reused',
    ],
  },
  getTopUp: {
    ...dashboardPaths.getTopUp,
    summary: 'The state of a payment',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Object({ topUp }),
    errors: ['top_up_not_found'],
  },
  payTopUp: {
    ...dashboardPaths.payTopUp,
    summary: 'Choose the outcome of a test payment (sandbox)',
    access: 'workspace',
    act: 'credits.pay',
    idempotent: false,
    body: Type.Object({ outcome: oneOf(['succeed', 'fail']) }),
    response: Type.Object({ topUp }),
    errors: [...bodyErrors, 'top_up_not_found', 'top_up_settled'],
  },
} as const satisfies Record<string, DashboardEndpoint>;
