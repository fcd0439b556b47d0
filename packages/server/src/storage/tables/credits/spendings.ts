/** What a key or a member has spent in a calendar month, less what was returned. */
import { type EntityOf, integer, table, text } from '@hostmaster/storage';

export const spendings = table('spendings', {
  workspaceId: text(),
  /** The id of an API key or of a user. */
  spenderId: text(),
  /** When the month began, in UTC. */
  monthAt: integer(),
  spentCents: integer(),
});

export type Spending = EntityOf<typeof spendings>;
