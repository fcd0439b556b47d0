/**
 * The unfinished form of a registration, kept in the tab's storage until it succeeds. It survives a
 * top-up, a reload and a lost connection.
 */
import { contactFields } from '@hostmaster/contract/formats';
import { readJson, tabStorage } from '../../api/browser-storage.ts';
import { initialOwner, type OwnerChoice } from '../../contacts/owner-choice.ts';

export interface RegistrationValues extends OwnerChoice {
  readonly years: number;
  readonly autoRenew: boolean;
  readonly privacyEnabled: boolean;
}

export function initialValues(...owner: Parameters<typeof initialOwner>): RegistrationValues {
  return { ...initialOwner(...owner), years: 1, autoRenew: true, privacyEnabled: true };
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
