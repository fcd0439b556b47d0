/** Which users belong to which workspaces. */
import { integer, text } from '../../column.ts';
import { type EntityOf, table } from '../../table.ts';

export const members = table('members', {
  userId: text(),
  workspaceId: text(),
  createdAt: integer(),
});

export type Member = EntityOf<typeof members>;
