/** How many releases an operator allows on a day. */
import { integer, text } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

export const releaseConfirmations = table('release_confirmations', {
  /** A UTC day of the machine clock: `2026-01-31`. */
  day: text(),
  allowed: integer(),
});

export type ReleaseConfirmation = EntityOf<typeof releaseConfirmations>;
