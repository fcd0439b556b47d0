/** Which users belong to which workspaces, and what they may do there. */
import type { Role } from '@hostmaster/contract/roles';
import { integer, json, nullable, table, text, word } from '@hostmaster/storage';

export const members = table('members', {
  userId: text(),
  workspaceId: text(),
  createdAt: integer(),
  role: word<Role>(),
  /** The domains that the member is limited to; null means all. */
  domainNames: nullable(json<readonly string[]>()),
});

/** For queries of keys, which have the limit of their creator in a column of another name. */
export function readDomainNames(stored: string | null): readonly string[] | null {
  return stored === null ? null : (JSON.parse(stored) as readonly string[]);
}
