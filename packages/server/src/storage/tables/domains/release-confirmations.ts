/** How many releases an operator allows on a day. */
import { integer, text } from '../../column.ts';
import { table } from '../../table.ts';

export const releaseConfirmations = table('release_confirmations', {
  /** A UTC day of the machine clock: `2026-01-31`. */
  day: text(),
  allowed: integer(),
});
