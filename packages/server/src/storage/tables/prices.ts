/** Prices per suffix and year, in whole credits. */
import { integer, text } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

export const prices = table('prices', {
  /** Empty for the general price. */
  workspaceId: text(),
  tld: text(),
  registerCredits: integer(),
  renewCredits: integer(),
});

export type StoredPrice = EntityOf<typeof prices>;
