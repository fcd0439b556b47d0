/** One row: how far the calendar clock is ahead of the machine clock. */
import { integer } from '../../column.ts';
import { table } from '../../table.ts';

export const calendar = table('calendar', {
  id: integer(),
  offsetMs: integer(),
});
