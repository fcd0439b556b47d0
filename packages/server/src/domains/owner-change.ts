/**
 * What is a change of the owner: another name, organization or email address of the registrant. A
 * corrected phone number or postal address is not. Pure.
 */
import { ownerFields } from '@hostmaster/contract/formats';
import type { RegistrantContact } from '../storage/tables/domains/domains.ts';

export function isOwnerChange(before: RegistrantContact, after: RegistrantContact): boolean {
  return ownerFields.some((field) => (before[field] ?? '') !== (after[field] ?? ''));
}

/** The fields that differ, for the record of the change; their values stay out of it. */
export function changedFields(before: RegistrantContact, after: RegistrantContact): string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (fields as (keyof RegistrantContact)[]).filter(
    (field) => (before[field] ?? '') !== (after[field] ?? ''),
  );
}
