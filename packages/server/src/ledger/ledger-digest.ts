/** What the hash chain covers of a ledger entry (docs/adr/0041). */
import { sha256Hex, storedText } from '../base/hash-chain.ts';
import type { StoredLedgerEntry } from '../storage/tables/credits/ledger-entries.ts';

export function ledgerDigest(entry: StoredLedgerEntry): string {
  const { id, kind, fromAccount, toAccount, amountCents, holdId, reason, at } = entry;
  const fields = [id, kind, fromAccount, toAccount, amountCents, holdId, storedText(reason), at];
  return sha256Hex(JSON.stringify([...fields, entry.keyId, entry.userId]));
}
