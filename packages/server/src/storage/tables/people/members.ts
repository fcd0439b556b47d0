/** Which users belong to which workspaces. */
import { type EntityOf, integer, table, text } from '@hostmaster/storage';

export const members = table('members', {
  userId: text(),
  workspaceId: text(),
  createdAt: integer(),
});

export type Member = EntityOf<typeof members>;
