/** Prices per suffix and year, in whole credits. */
import { type EntityOf, flag, integer, nullable, table, text } from '@hostmaster/storage';

export const prices = table('prices', {
  /** Empty for the general price. */
  workspaceId: text(),
  tld: text(),
  registerCredits: integer(),
  renewCredits: integer(),
  /** For one restore; null: not offered. */
  restoreCredits: nullable(integer()),
  /** For one transfer from another registrar; null: as much as a year of renewal. */
  transferCredits: nullable(integer()),
  /** As the service came with it; the operator has not set it. */
  isInitial: flag(),
});

export type StoredPrice = EntityOf<typeof prices>;
