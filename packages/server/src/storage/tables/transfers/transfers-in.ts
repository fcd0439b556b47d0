/** Transfers from other registrars. */
import { type EntityOf, flag, integer, nullable, table, text, word } from '@hostmaster/storage';

export type TransferStatus =
  | 'pending'
  | 'waiting_for_losing_registrar'
  | 'action_required'
  | 'succeeded'
  | 'failed'
  | 'cancelled';

export const transfersIn = table('transfers_in', {
  id: text(),
  workspaceId: text(),
  /** One domain row for each transfer. */
  domainId: text(),
  termId: text(),
  status: word<TransferStatus>(),
  reason: nullable(text()),
  /** What its owner has to do. */
  action: nullable(text()),
  /** Encrypted; null once the transfer has ended. */
  authCode: nullable(text()),
  /** Its owner wants it cancelled, and the registry has not confirmed that. */
  isCancelling: flag(),
  /** Calendar time at which the registry acts by itself, or the deadline of an action. */
  until: nullable(integer()),
  createdAt: integer(),
  updatedAt: integer(),
});

export type TransferIn = EntityOf<typeof transfersIn>;
