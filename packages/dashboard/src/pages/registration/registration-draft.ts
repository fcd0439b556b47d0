/**
 * The unfinished form of a registration, kept in the tab's storage until it succeeds. It survives a
 * top-up, a reload and a lost connection.
 */
import { contactFields } from '@hostmaster/contract/formats';
import { readJson, tabStorage } from '../../api/browser-storage.ts';
import { type ContactValues, emptyContact } from '../../contacts/contact-values.ts';

export interface RegistrationValues extends ContactValues {
  readonly years: number;
  readonly autoRenew: boolean;
  readonly privacyEnabled: boolean;
  /** A saved contact's id, or `new`. */
  readonly contactId: string;
  readonly isContactSaved: boolean;
}

export const newContact = 'new';

/** A new contact starts with what is known of the person who registers. */
export function initialValues(
  contactId: string,
  person?: { readonly name: string; readonly email: string },
): RegistrationValues {
  return {
    ...emptyContact,
    ...(person === undefined ? {} : { ...splitName(person.name), email: person.email }),
    years: 1,
    autoRenew: true,
    privacyEnabled: true,
    contactId,
    isContactSaved: true,
  };
}

/** The last word is the last name; people can change it. */
function splitName(name: string): Pick<ContactValues, 'firstName' | 'lastName'> {
  const words = name.trim().split(/\s+/);
  return words.length < 2
    ? { firstName: words[0] ?? '', lastName: '' }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

/** One draft per account, workspace and name. */
export function draftKey(of: {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly domain: string;
}): string {
  return `registration ${of.accountId} ${of.workspaceId} ${of.domain}`;
}

export function readDraft(key: string, initial: RegistrationValues): RegistrationValues {
  return restore(readJson(tabStorage, key), initial);
}

export function keepDraft(key: string, values: RegistrationValues): void {
  tabStorage.set(key, JSON.stringify(values));
}

export function forgetDraft(key: string): void {
  tabStorage.remove(key);
}

/** Keeps only values of the right type: another version of the page may have written them. */
export function restore(found: unknown, initial: RegistrationValues): RegistrationValues {
  if (typeof found !== 'object' || found === null) return initial;
  const kept = Object.entries(found).filter(
    ([name, value]) => isField(name) && typeof value === typeof initial[name],
  );
  return { ...initial, ...Object.fromEntries(kept) };
}

const fields: readonly string[] = [
  ...contactFields,
  'years',
  'autoRenew',
  'privacyEnabled',
  'contactId',
  'isContactSaved',
];

function isField(name: string): name is keyof RegistrationValues & string {
  return fields.includes(name);
}
