/** Approved sign-ins of command lines, until each has fetched its key. Times are machine time. */
import type { Scope } from '@hostmaster/contract';
import { type EntityOf, integer, table, text, word } from '@hostmaster/storage';

export const commandLineLogins = table('command_line_logins', {
  /** Hash of the secret that only the command line has. */
  hash: text(),
  userId: text(),
  workspaceId: text(),
  name: text(),
  scope: word<Scope>(),
  expiresAt: integer(),
});

export type CommandLineLogin = EntityOf<typeof commandLineLogins>;
