/** The overview of a workspace: what needs attention, recent activity and first steps. */
import { Type } from 'typebox';
import { forecast, topUpLimits } from './credits.ts';
import { activityEntry } from './domains.ts';
import { dashboardPaths } from './paths.ts';
import { credits, type DashboardEndpoint, nullable, oneOf, text, time } from './schemas.ts';
import { transferOut } from './transfers-out.ts';

export const overviewEndpoints = {
  getOverview: {
    ...dashboardPaths.getOverview,
    summary: 'Balance, what needs attention, recent activity and first steps',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Object({
      balance: credits,
      forecast,
      attention: Type.Array(
        Type.Object({
          kind: oneOf([
            'registration_failed',
            'renewal_failed',
            'expired',
            'renewals_unpaid',
            'expiring_without_renewal',
            'low_credits',
            'email_unverified',
            'delayed',
            'change_refused',
            'restorable',
            'transfer_action',
            'dnssec',
          ]),
          /** Null when it is about the workspace. */
          domain: nullable(text),
          /** The deadline: expiry, or the end of the grace period. */
          at: nullable(time),
          text: Type.String({ description: 'One sentence for people.' }),
        }),
      ),
      /** Requests of other registrars for domains of the workspace, also answered ones. */
      transfersOut: Type.Array(transferOut),
      /** Domains that expired although auto-renew is on: the balance did not cover them. */
      unpaid: Type.Object({
        count: Type.Integer(),
        /** The first of them: as many as one top-up can pay for. */
        domains: Type.Array(Type.Object({ domain: text, credits }), {
          maxItems: topUpLimits.renewalsMax,
        }),
        requiredCredits: credits,
        /** What the balance does not cover. */
        missingCredits: credits,
        /** A top-up that covers it; null when none is needed or possible. */
        topUp: nullable(Type.Object({ provider: oneOf(['stripe', 'sandbox']), credits })),
      }),
      /** More needs attention than is listed. */
      isAttentionCut: Type.Boolean(),
      activity: Type.Array(activityEntry),
      steps: Type.Object({
        hasCredits: Type.Boolean(),
        /** By a payment, and not with the credits that the sandbox or an operator gave. */
        hasToppedUp: Type.Boolean(),
        hasDomain: Type.Boolean(),
        hasRecord: Type.Boolean(),
        hasToken: Type.Boolean(),
      }),
      domainCounts: Type.Object({
        active: Type.Integer(),
        expiring_soon: Type.Integer(),
        expired: Type.Integer(),
        deleted: Type.Integer(),
        failed: Type.Integer(),
      }),
    }),
    errors: [],
  },
} as const satisfies Record<string, DashboardEndpoint>;
