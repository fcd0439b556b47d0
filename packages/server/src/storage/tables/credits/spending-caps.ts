/** The most that an API key or a member may spend in a calendar month. */
import { integer, table, text } from '@hostmaster/storage';

export const spendingCaps = table('spending_caps', {
  workspaceId: text(),
  /** The id of an API key or of a user. */
  spenderId: text(),
  capCents: integer(),
});
