/** One row: how far the calendar clock is ahead of the machine clock. */
import { integer, table } from '@hostmaster/storage';

export const calendar = table('calendar', {
  id: integer(),
  offsetMs: integer(),
});
