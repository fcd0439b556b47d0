/** An isolated group of domains and keys with one balance. */
import { integer, nullable, text } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

export const workspaces = table('workspaces', {
  id: text(),
  name: text(),
  email: nullable(text()),
  createdAt: integer(),
});

export type Workspace = EntityOf<typeof workspaces>;
