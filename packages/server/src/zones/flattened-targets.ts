/** Which targets the records of one owner name publish the addresses of. */

import type { AddressBook } from './flatten-owner.ts';
import { type OwnerInput, publishOwner } from './publish-owner.ts';

/** The targets that `publishOwner` looks up for these records, as lower-case host names. */
export function flattenedTargets(input: Omit<OwnerInput, 'addresses'>): string[] {
  const namesTargets = input.records.some(({ type }) => type === 'ALIAS' || type === 'CNAME');
  if (!namesTargets) return [];
  const targets = new Set<string>();
  const addresses: AddressBook = {
    get(target) {
      targets.add(target);
      return undefined;
    },
  };
  publishOwner({ ...input, addresses });
  return [...targets];
}
