/** How many creates of a name have timed out so far. */
import { integer, text } from '../../../../storage/column.ts';
import { table } from '../../../../storage/table.ts';

export const timeouts = table('timeouts', {
  name: text(),
  count: integer(),
});
