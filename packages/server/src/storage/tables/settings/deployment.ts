/** One row: the mode that the deployment was made in. */
import { integer, table, word } from '@hostmaster/storage';

export const deployment = table('deployment', {
  id: integer(),
  mode: word<'sandbox' | 'production'>(),
});
