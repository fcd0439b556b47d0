/** Only workspace accounts store a balance; the others are sums over entries. */
import { integer, nullable, table, text } from '@hostmaster/storage';

export const ledgerAccounts = table('accounts', {
  id: text(),
  workspaceId: nullable(text()),
  balanceCents: nullable(integer()),
});
