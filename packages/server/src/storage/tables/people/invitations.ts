/** Open invitations to a workspace. Times are machine time. */
import type { Role } from '@hostmaster/contract/roles';
import { type EntityOf, integer, json, nullable, table, text, word } from '@hostmaster/storage';

export const invitations = table('invitations', {
  id: text(),
  workspaceId: text(),
  /** In lower case. */
  email: text(),
  role: word<Role>(),
  /** The domains that the member will be limited to; null means all. */
  domainNames: nullable(json<readonly string[]>()),
  tokenHash: text(),
  /** The user who sent it last: without their right to invite it is not valid. */
  invitedBy: text(),
  sentAt: integer(),
  expiresAt: integer(),
});

export type Invitation = EntityOf<typeof invitations>;
