/** Saved contacts for registrations. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { atLeastOneOf, contact } from '../schemas.ts';
import { dashboardPaths } from './paths.ts';
import { type DashboardEndpoint, done, label, text, time } from './schemas.ts';

/** As returned: every field is present, blank where none was given. */
export const fullContact = Type.Object({
  firstName: text,
  lastName: text,
  organization: text,
  email: text,
  phone: text,
  address1: text,
  address2: text,
  city: text,
  stateProvince: text,
  postalCode: text,
  country: text,
});

const savedContact = Type.Object({ id: text, label: text, contact: fullContact, createdAt: time });

export const contactEndpoints = {
  listContacts: {
    ...dashboardPaths.listContacts,
    summary: 'The saved contacts, by label',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Object({ contacts: Type.Array(savedContact) }),
    errors: [],
  },
  createContact: {
    ...dashboardPaths.createContact,
    summary: 'Save a contact',
    access: 'workspace',
    act: 'domains.manage',
    idempotent: false,
    body: Type.Object({ label, contact }),
    response: Type.Object({ contact: savedContact }),
    errors: [...bodyErrors, 'quota_exceeded'],
  },
  updateContact: {
    ...dashboardPaths.updateContact,
    summary: 'Change a saved contact; domains registered with it keep theirs',
    access: 'workspace',
    act: 'domains.manage',
    idempotent: false,
    body: Type.Object(
      { label: Type.Optional(label), contact: Type.Optional(contact) },
      atLeastOneOf(['label', 'contact']),
    ),
    response: Type.Object({ contact: savedContact }),
    errors: [...bodyErrors, 'contact_not_found'],
  },
  deleteContact: {
    ...dashboardPaths.deleteContact,
    summary: 'Delete a saved contact',
    access: 'workspace',
    act: 'domains.manage',
    idempotent: false,
    response: done,
    errors: ['contact_not_found'],
  },
} as const satisfies Record<string, DashboardEndpoint>;
