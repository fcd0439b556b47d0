/** How many removals from the catalog an operator allows on a day. */
import { integer, table, text } from '@hostmaster/storage';

export const catalogConfirmations = table('catalog_confirmations', {
  /** A UTC day of the machine clock: `2026-01-31`. */
  day: text(),
  allowed: integer(),
});
