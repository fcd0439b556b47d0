/** Entries of the ledger: append only, double entry. */
import { type EntityOf, integer, nullable, table, text, word } from '@hostmaster/storage';

export const ledgerEntries = table('transfers', {
  id: text(),
  kind: word<'top_up' | 'removal' | 'hold' | 'post' | 'void'>(),
  fromAccount: text(),
  toAccount: text(),
  amountCents: integer(),
  /** The hold that a post or void settles. */
  holdId: nullable(text()),
  reason: text(),
  at: integer(),
  /** The key and the member whose spending a hold is; null where it is no one's. */
  keyId: nullable(text()),
  userId: nullable(text()),
});

export type StoredLedgerEntry = EntityOf<typeof ledgerEntries>;
