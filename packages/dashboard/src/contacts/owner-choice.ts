/** The owner of a domain that is ordered: a saved contact or a new one. */
import {
  type ContactInput,
  type ContactValues,
  contactInput,
  emptyContact,
  type SavedContact,
} from './contact-values.ts';

export interface OwnerChoice extends ContactValues {
  /** A saved contact's id, or `new`. */
  readonly contactId: string;
  readonly isContactSaved: boolean;
}

export const newContact = 'new';

/** A new contact starts with what is known of the person who orders. */
export function initialOwner(
  contactId: string,
  person?: { readonly name: string; readonly email: string },
): OwnerChoice {
  return {
    ...emptyContact,
    ...(person === undefined ? {} : { ...splitName(person.name), email: person.email }),
    contactId,
    isContactSaved: true,
  };
}

/** The contact that is sent. */
export function chosenContact(
  values: OwnerChoice,
  contacts: readonly SavedContact[],
): ContactInput {
  return contacts.find(({ id }) => id === values.contactId)?.contact ?? contactInput(values);
}

/** The last word is the last name; people can change it. */
function splitName(name: string): Pick<ContactValues, 'firstName' | 'lastName'> {
  const words = name.trim().split(/\s+/);
  return words.length < 2
    ? { firstName: words[0] ?? '', lastName: '' }
    : { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}
