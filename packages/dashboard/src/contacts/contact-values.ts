/** A contact as form values: every field present, blank by default. */
import type { DashboardInput, DashboardOutput } from '@hostmaster/contract/dashboard';
import { contactFields, formats } from '@hostmaster/contract/formats';
import { asSentence } from '../forms/as-sentence.ts';
import type { Problems } from '../forms/use-form.ts';
import { hasStates } from './states.ts';

export type SavedContact = DashboardOutput<'listContacts'>['contacts'][number];
export type ContactInput = DashboardInput<'createContact'>['contact'];

export type ContactField = (typeof contactFields)[number];
export type ContactValues = Readonly<Record<ContactField, string>>;

export const emptyContact: ContactValues = {
  firstName: '',
  lastName: '',
  organization: '',
  email: '',
  phone: '',
  address1: '',
  address2: '',
  city: '',
  stateProvince: '',
  postalCode: '',
  country: '',
};

const blankMessages: Readonly<Partial<Record<ContactField, string>>> = {
  firstName: 'Enter a first name.',
  lastName: 'Enter a last name.',
  email: 'Enter an email address.',
  phone: 'Enter a phone number.',
  address1: 'Enter a street address.',
  city: 'Enter a city.',
  stateProvince: 'Enter a state, province or region.',
  postalCode: 'Enter a postal code.',
  country: 'Choose a country.',
};

/** Where the words of the API are not those of the form. */
const wrongMessages: Readonly<Partial<Record<ContactField, string>>> = {
  phone: 'Enter a phone number with its country code, such as +44 20 7946 0000.',
};

const shapes = {
  email: formats['contact-email'],
  phone: formats['contact-phone'],
  country: formats['contact-country'],
} as const;

/** Errors by API field name, such as `contact.phone`. */
export function checkContact(values: ContactValues): Problems {
  const contact = contactInput(values);
  const problems: [string, string][] = [];
  for (const field of contactFields) {
    const value = contact[field] ?? '';
    const blank = blankMessages[field];
    if (value === '' && blank !== undefined) problems.push([`contact.${field}`, blank]);
    else if (value !== '' && field in shapes) {
      const shape = shapes[field as keyof typeof shapes];
      if (!shape.test(value))
        problems.push([`contact.${field}`, wrongMessages[field] ?? asSentence(shape.message)]);
    }
  }
  return Object.fromEntries(problems);
}

/**
 * Trimmed; a phone number may be typed with spaces and brackets. The API requires a state: where the
 * country has none, it is the city.
 */
export function contactInput(values: ContactValues): ContactInput {
  const trimmed = Object.fromEntries(
    contactFields.map((field) => [field, values[field].trim()]),
  ) as Record<ContactField, string>;
  const state = trimmed.stateProvince || (hasStates(trimmed.country) ? '' : trimmed.city);
  return {
    ...trimmed,
    phone: trimmed.phone.replaceAll(/[\s()/-]/g, ''),
    stateProvince: state,
  };
}

/** The default label of a contact. */
export function contactLabel({ firstName, lastName, organization }: ContactInput): string {
  const person = `${firstName} ${lastName}`;
  return organization === undefined || organization === '' ? person : `${person}, ${organization}`;
}
