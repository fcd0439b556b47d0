/** Renewals that begin when a top-up is paid. */
import { type EntityOf, integer, table, text, word } from '@hostmaster/storage';

export const paidRenewals = table('paid_renewals', {
  topUpId: text(),
  name: text(),
  /** What the customer agreed to pay. */
  maxCents: integer(),
  state: word<'waiting' | 'done' | 'refused'>(),
});

export type PaidRenewal = EntityOf<typeof paidRenewals>;
