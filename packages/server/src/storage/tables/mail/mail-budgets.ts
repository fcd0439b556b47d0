/** How many mails an address gets for one purpose. Times are calendar time. */
import { type EntityOf, flag, integer, table, text } from '@hostmaster/storage';

export const mailBudgets = table('mail_budgets', {
  /** Purpose and address, and for some purposes what the mail is about. */
  key: text(),
  /** When the next mail may be sent. */
  freeAt: integer(),
  /** Mails are held in it. */
  waiting: flag(),
});

export type MailBudget = EntityOf<typeof mailBudgets>;
