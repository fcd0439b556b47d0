/** An isolated group of domains and keys with one balance. */
import { type EntityOf, integer, nullable, table, text } from '@hostmaster/storage';

export const workspaces = table('workspaces', {
  id: text(),
  name: text(),
  /** Where notices go; always confirmed. */
  email: nullable(text()),
  createdAt: integer(),
  /** An address that waits for its confirmation. */
  pendingEmail: nullable(text()),
  /** Null unless an operator has suspended it. */
  suspendedAt: nullable(integer()),
  /** From when members need a second factor in the dashboard (calendar time); null for never. */
  secondFactorFrom: nullable(integer()),
  /** When it was deleted (calendar time): it has neither members nor keys any more. Null for all others. */
  deletedAt: nullable(integer()),
});

export type Workspace = EntityOf<typeof workspaces>;
