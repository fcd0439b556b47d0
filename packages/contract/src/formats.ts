/**
 * String formats that pages check too, each with the message for a value that does not match. They need
 * no grammar of records, which the page of a visitor would load.
 */
import { countryCodes } from './country-codes.ts';

export interface StringFormat {
  readonly message: string;
  test(value: string): boolean;
}

export const emailLengthMax = 254;
export const passwordLengthMin = 10;
/** The fields of a registrant, in the usual order of a form. */
export const contactFields = [
  'firstName',
  'lastName',
  'organization',
  'email',
  'phone',
  'address1',
  'address2',
  'city',
  'stateProvince',
  'postalCode',
  'country',
] as const;

/** Another value in one of these makes another owner; a corrected address or phone number does not. */
export const ownerFields = ['firstName', 'lastName', 'organization', 'email'] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose.
const controlCharacter = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** They change the order in which the following text is shown, so that a name looks like another. */
const directionControl = /[\u202a-\u202e\u2066-\u2069]/;

/** Workspace ids begin like this; a name must never be taken for an id. */
const workspaceIdStart = /^\s*ws_/i;

export const formats = {
  line: {
    message: 'must be text without control characters and not blank',
    test: (value) => value.trim() !== '' && isPrintable(value),
  },
  'line-or-blank': {
    message: 'must be text without control characters',
    test: isPrintable,
  },
  /** A name that people choose and others read. */
  name: {
    message: 'must be a name without control characters and not blank',
    test: isName,
  },
  'workspace-name': {
    message:
      'must be a name that is not blank, has no control characters and does not begin with ws_',
    test: (value) => isName(value) && !workspaceIdStart.test(value.normalize('NFKC')),
  },
  'contact-email': {
    message: 'must be an email address such as ada@example.com',
    test: (value) =>
      value.length <= emailLengthMax &&
      isPrintable(value) &&
      /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(value),
  },
  'contact-phone': {
    message: 'must look like +<country code>.<number>, for example +1.5555550100',
    test: (value) => /^\+[0-9]{1,3}\.[0-9]{4,14}$/.test(value),
  },
  'contact-country': {
    message: 'must be a two-letter ISO 3166-1 country code such as US',
    // Some letters beyond ASCII become I, K or S in upper case.
    test: (value) => /^[A-Za-z]{2}$/.test(value) && countryCodes.has(value.toUpperCase()),
  },
  instant: {
    message: 'must be a time such as 2027-01-31T12:00:00Z',
    test: (value) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
      Number.isFinite(Date.parse(value)),
  },
  'new-password': {
    message: `must have at least ${passwordLengthMin} characters`,
    test: (value) => value.isWellFormed() && [...value].length >= passwordLengthMin,
  },
} as const satisfies Record<string, StringFormat>;

function isName(value: string): boolean {
  return value.trim() !== '' && isPrintable(value) && !directionControl.test(value);
}

function isPrintable(value: string): boolean {
  return value.isWellFormed() && !controlCharacter.test(value);
}
