/** Whether a change of the registrant is a change of the owner. */
import { ownerFields } from '@hostmaster/contract/formats';
import type { ContactInput } from '../../contacts/contact-values.ts';

export function isOwnerChange(before: ContactInput, after: ContactInput): boolean {
  return ownerFields.some((field) => (before[field] ?? '') !== (after[field] ?? ''));
}
