/** Monthly budgets of workspaces, which alert and block nothing. */
import { type EntityOf, integer, table, text } from '@hostmaster/storage';

export const budgets = table('budgets', {
  workspaceId: text(),
  amountCents: integer(),
  /** When the month began, in UTC, in which `alertedPercent` was passed. */
  monthAt: integer(),
  /** The highest threshold that needs no alert any more; 0 for none. */
  alertedPercent: integer(),
  /** The number of the last ledger entry when the spending was last compared. */
  checkedSeq: integer(),
});

export type Budget = EntityOf<typeof budgets>;
