/** How names change hands: the owner's data. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import { contact } from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

const ownerData = Type.Object({
  contact,
  pending: Type.Boolean({
    description:
      'True until the registry has confirmed the contact. If it refuses, the previous contact is shown again.',
  }),
});

export const transferEndpoints = {
  getContact: {
    ...apiPaths.getContact,
    summary: 'Read the registrant of a domain',
    scope: 'read',
    idempotent: false,
    response: ownerData,
    errors: ['malformed_body', 'domain_not_found'],
  },
  replaceContact: {
    ...apiPaths.replaceContact,
    summary: 'Change the registrant of a domain',
    scope: 'all',
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
} as const satisfies Record<string, EndpointShape>;
