/** The state of the service, for its operators. */
import { Type } from 'typebox';
import { dashboardPaths } from './paths.ts';
import { type DashboardEndpoint, nullable, oneOf, text, time } from './schemas.ts';

const count = Type.Integer();

export const serviceStateEndpoints = {
  getServiceState: {
    ...dashboardPaths.getServiceState,
    summary: 'What needs an operator: secondaries, background work and DNSSEC',
    access: 'account',
    idempotent: false,
    response: Type.Object({
      secondaries: Type.Array(
        Type.Object({
          name: text,
          addresses: Type.Array(text),
          state: oneOf(['answers', 'silent', 'unknown'], '`unknown` until it was asked.'),
          silentSince: nullable(time),
          answeredAt: nullable(time),
          zonesBehind: Type.Integer({
            description: 'Zones that it lacks or has in a version older than ten seconds.',
          }),
        }),
      ),
      work: Type.Object(
        { waiting: count, retriedAtRegistries: count, retriedMails: count },
        { description: 'Work for the outside world, such as registrations and mails.' },
      ),
      dnssecProblems: Type.Array(Type.Object({ kind: text, zones: count })),
    }),
    errors: ['forbidden'],
  },
} as const satisfies Record<string, DashboardEndpoint>;
