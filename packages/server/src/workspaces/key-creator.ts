/** What the creator of a key may do at present, which bounds the key. */
import type { Grant, Role } from '@hostmaster/contract/roles';
import { readDomainNames } from '../storage/tables/people/members.ts';

export interface KeyCreator {
  readonly createdBy: string | null;
  /** Null when the creator is not a member. */
  readonly creatorRole: Role | null;
  /** JSON, as it is stored. */
  readonly creatorDomains: string | null;
}

/** Null for a key that the first start or a command has created: nothing but its scope bounds it. */
export function creatorOf({
  createdBy,
  creatorRole,
  creatorDomains,
}: KeyCreator): Grant | 'gone' | null {
  if (createdBy === null) return null;
  if (creatorRole === null) return 'gone';
  return { role: creatorRole, domainNames: readDomainNames(creatorDomains) };
}
