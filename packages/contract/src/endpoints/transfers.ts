/** How names change hands: the owner's data, the transfer lock, the auth code and restores. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import { contact, maxCredits, nullable, pick, timestamp } from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

const ownerData = Type.Object({
  contact,
  pending: Type.Boolean({
    description:
      'True until the registry has confirmed the contact. If it refuses, the previous contact is shown again.',
  }),
});

const transferLock = Type.Object({
  locked: Type.Boolean({ description: 'The domain cannot be transferred to another registrar.' }),
  lockedUntil: nullable(timestamp('Until then the lock cannot be turned off; null when it can.')),
  reason: nullable(
    Type.Enum(['registration', 'transfer', 'owner_change'], {
      type: 'string',
      description: 'What `lockedUntil` counts from.',
    }),
  ),
});

export const transferEndpoints = {
  getContact: {
    ...apiPaths.getContact,
    summary: 'Read the registrant of a domain',
    act: 'workspace.read',
    idempotent: false,
    response: ownerData,
    errors: ['invalid_request', 'malformed_body', 'domain_not_found'],
  },
  replaceContact: {
    ...apiPaths.replaceContact,
    needsPassword: true,
    summary: 'Change the registrant of a domain',
    act: 'domains.manage',
    idempotent: false,
    body: Type.Object({ contact }),
    response: ownerData,
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'domain_failed',
      'domain_releasing',
      'contact_change_pending',
    ],
  },
  getTransferLock: {
    ...apiPaths.getTransferLock,
    summary: 'Read the transfer lock of a domain',
    act: 'domains.read',
    idempotent: false,
    response: transferLock,
    errors: ['invalid_request', 'malformed_body', 'domain_not_found'],
  },
  updateTransferLock: {
    ...apiPaths.updateTransferLock,
    needsPassword: true,
    summary: 'Turn the transfer lock of a domain on or off',
    act: 'domains.release',
    idempotent: false,
    body: Type.Object({ locked: Type.Boolean() }),
    response: transferLock,
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'domain_failed',
      'domain_releasing',
      'domain_pending',
      'transfer_locked',
    ],
  },
  getRestore: {
    ...apiPaths.getRestore,
    summary: 'Read what a restore of a deleted domain costs',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Object({
      price: Type.Number({ description: 'Credits for the restore and one year of renewal.' }),
      until: timestamp('Until then the domain can be restored.'),
    }),
    errors: ['invalid_request', 'malformed_body', 'domain_not_found', 'not_restorable'],
  },
  restoreDomain: {
    ...apiPaths.restoreDomain,
    summary: 'Restore a deleted domain and renew it for one year',
    act: 'domains.renew',
    idempotent: true,
    body: Type.Object({ maxCredits: Type.Optional(maxCredits) }),
    response: Type.Object({
      domain: Type.Object(pick('name', 'status', 'years', 'expiresAt', 'creditsCharged'), {
        title: 'RestoredDomain',
      }),
    }),
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'not_restorable',
      'price_changed',
      'spending_cap',
      'insufficient_credits',
      'idempotency_key_reused',
    ],
  },
  issueAuthCode: {
    ...apiPaths.issueAuthCode,
    needsPassword: true,
    summary: 'Issue a new auth code for a transfer to another registrar',
    act: 'domains.release',
    idempotent: true,
    response: Type.Object({
      authCode: Type.String({ description: 'Shown only in this answer.' }),
      expiresAt: timestamp('When the code is replaced at the registry.'),
    }),
    hasSecret: true,
    errors: [
      'invalid_request',
      'malformed_body',
      'domain_not_found',
      'domain_failed',
      'domain_releasing',
      'domain_pending',
      'transfer_locked',
      'transfer_out_pending',
      'idempotency_key_reused',
    ],
  },
} as const satisfies Record<string, EndpointShape>;
