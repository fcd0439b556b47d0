/** Only workspace accounts store a balance; the others are sums over entries. */
import { integer, nullable, text } from '../../column.ts';
import { table } from '../../table.ts';

export const ledgerAccounts = table('accounts', {
  id: text(),
  workspaceId: nullable(text()),
  balanceCents: nullable(integer()),
});
