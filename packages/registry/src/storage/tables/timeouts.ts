/** How many creates of a name have timed out so far. */
import { integer, table, text } from '@hostmaster/storage';

export const timeouts = table('timeouts', {
  name: text(),
  count: integer(),
});
