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
});

export type StoredLedgerEntry = EntityOf<typeof ledgerEntries>;
