/** The contacts that an object refers to: stored with its first use, deleted after its last. */
import { hash } from 'node:crypto';
import type { ContactReferences, RegistryMoment } from './registry-command.ts';
import {
  deleteContact,
  findContact,
  findContactUse,
  insertContact,
} from './storage/queries/contacts.ts';
import type { RegistryTx } from './storage/schema.ts';
import type { ContactDetails, EppContact, Registrant } from './storage/tables/contacts.ts';

/** The stored registrant id of objects created without contacts. */
export const absentContactId = 'NOBODY';

/**
 * A registrant sent with the command becomes a contact in all roles. Its id is derived from its
 * content, so the same person is stored once.
 */
export async function referTo(
  tx: RegistryTx,
  command: {
    readonly sponsor: string;
    readonly registrant: Registrant | ContactReferences;
  },
  now: RegistryMoment,
): Promise<ContactReferences> {
  const { registrant, sponsor } = command;
  const isReference = 'registrantId' in registrant;
  if (isReference && registrant.registrantId !== null) return registrant;
  const id = isReference ? absentContactId : contactId(sponsor, registrant);
  const details = isReference ? {} : registrant;
  await tx.run(insertContact, { id, sponsor, details, createdAt: now.calendar });
  return isReference
    ? registrant
    : { registrantId: id, contactIds: { admin: id, tech: id, billing: id } };
}

/** Contacts that came with a command have no EPP form. */
export function isEppContact(details: ContactDetails): details is EppContact {
  return 'postalInfos' in details;
}

/** For a contact that came with a command; a client deletes what it has created itself. */
export async function deleteIfUnused(tx: RegistryTx, id: string): Promise<void> {
  const contact = await tx.first(findContact, { id });
  if (contact === undefined || id === absentContactId || isEppContact(contact.details)) return;
  if ((await tx.first(findContactUse, { id })) === undefined) await tx.run(deleteContact, { id });
}

function contactId(sponsor: string, registrant: Registrant): string {
  const content = `${sponsor} ${JSON.stringify(registrant)}`;
  return `C${hash('sha256', content).slice(0, 15).toUpperCase()}`;
}
