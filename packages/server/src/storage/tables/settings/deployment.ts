/** One row: the mode that the deployment was made in. */
import { integer, word } from '../../column.ts';
import { table } from '../../table.ts';

export const deployment = table('deployment', {
  id: integer(),
  mode: word<'sandbox' | 'production'>(),
});
