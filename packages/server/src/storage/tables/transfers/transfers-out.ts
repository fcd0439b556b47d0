/** Requests of other registrars for domains of ours. Times are calendar milliseconds. */
import { type EntityOf, integer, nullable, table, text, word } from '@hostmaster/storage';

export const transfersOut = table('transfers_out', {
  id: text(),
  domainId: text(),
  state: word<'pending' | 'approved' | 'denied' | 'cancelled'>(),
  /** The registry's date, which tells requests apart. */
  requestedAt: integer(),
  /** When the registry decides by itself. */
  actsAt: integer(),
  /** The answer of the owner or an operator; a job sends it. */
  decision: nullable(word<'approve' | 'deny'>()),
  /** SHA-256 of the token in the mailed link. */
  tokenHash: text(),
  notedAt: integer(),
});

export type TransferOut = EntityOf<typeof transfersOut>;
