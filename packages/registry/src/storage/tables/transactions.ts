/** Executed commands with their replies, so that a repeated command is answered and not executed. */
import { type EntityOf, integer, nullable, table, text, word } from '@hostmaster/storage';

export type CommandKind = 'create' | 'renew' | 'update' | 'delete' | 'restore' | 'transfer';

export const transactions = table('transactions', {
  sponsor: text(),
  id: text(),
  command: word<CommandKind>(),
  name: text(),
  /** A result code of RFC 5730; 1001 until a pending command is decided. */
  code: integer(),
  message: text(),
  expiresAt: nullable(integer()),
  settlesAt: nullable(integer()),
  receivedAt: integer(),
  /** The id that the client of an EPP front chose; notices about a pending command quote it. */
  clientTransaction: nullable(text()),
});

export type ExecutedCommand = EntityOf<typeof transactions>;
