/** Only workspace accounts store a balance; the others are sums over transfers. */
import { integer, nullable, text } from '../../column.ts';
import { table } from '../../table.ts';

export const accounts = table('accounts', {
  id: text(),
  workspaceId: nullable(text()),
  balanceCents: nullable(integer()),
});
