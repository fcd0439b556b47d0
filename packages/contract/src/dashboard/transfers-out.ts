/** The page behind the mailed link about a transfer to another registrar. Its owner may have no account. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { dashboardPaths } from './paths.ts';
import { type DashboardEndpoint, linkToken, nullable, oneOf, text, time } from './schemas.ts';

const decision = oneOf(['approve', 'deny']);
const response = Type.Object({
  transfer: Type.Object({
    domain: text,
    state: oneOf(['pending', 'approved', 'denied', 'cancelled']),
    /** The answer that was given; a job sends it to the registry. */
    decision: nullable(decision),
    requestedAt: time,
    /** When the registry completes the transfer without an answer. */
    actsAt: time,
  }),
});

export const transferOutEndpoints = {
  readTransferOut: {
    ...dashboardPaths.readTransferOut,
    summary: 'Show the request of another registrar for a domain; changes nothing',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ token: linkToken }),
    response,
    errors: [...bodyErrors, 'link_expired', 'too_many_attempts'],
  },
  answerTransferOut: {
    ...dashboardPaths.answerTransferOut,
    summary: 'Approve or deny the request of another registrar for a domain',
    access: 'anyone',
    idempotent: false,
    body: Type.Object({ token: linkToken, decision }),
    response,
    errors: [...bodyErrors, 'link_expired', 'transfer_out_pending', 'too_many_attempts'],
  },
} as const satisfies Record<string, DashboardEndpoint>;
