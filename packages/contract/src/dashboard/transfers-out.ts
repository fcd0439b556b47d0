/**
 * Requests of other registrars for a domain: for members of its workspace, and behind the mailed link,
 * whose reader may have no account.
 */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { dashboardPaths } from './paths.ts';
import {
  type DashboardEndpoint,
  linkToken,
  nullable,
  oneOf,
  stepUpErrors,
  text,
  time,
} from './schemas.ts';

const decision = oneOf(['approve', 'deny']);

export const transferOut = Type.Object({
  id: text,
  domain: text,
  state: oneOf(['pending', 'approved', 'denied', 'cancelled']),
  /** The answer that was given; a job sends it to the registry. */
  decision: nullable(decision),
  requestedAt: time,
  /** When the registry completes the transfer without an answer. */
  actsAt: time,
});
const response = Type.Object({ transfer: transferOut });

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
  listTransfersOut: {
    ...dashboardPaths.listTransfersOut,
    summary: 'Pending requests of other registrars for domains of the workspace',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Object({ transfersOut: Type.Array(transferOut) }),
    errors: [],
  },
  answerOwnTransferOut: {
    ...dashboardPaths.answerOwnTransferOut,
    summary: 'Approve or deny the request of another registrar for a domain of the workspace',
    access: 'workspace',
    act: 'domains.release',
    idempotent: false,
    /** Only to approve. */
    needsPassword: 'sometimes',
    body: Type.Object({
      requestId: Type.String({ format: 'line', maxLength: 40 }),
      decision,
    }),
    response,
    errors: [
      ...bodyErrors,
      ...stepUpErrors,
      'domain_not_found',
      'transfer_ended',
      'transfer_out_pending',
    ],
  },
} as const satisfies Record<string, DashboardEndpoint>;
