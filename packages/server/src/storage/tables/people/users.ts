/** People with an account. Times are machine time. */
import { integer, nullable, text } from '../../column.ts';
import { type EntityOf, table } from '../../table.ts';

export const users = table('users', {
  id: text(),
  /** In lower case. */
  email: text(),
  name: text(),
  passwordHash: text(),
  emailVerifiedAt: nullable(integer()),
  /** An address that waits for its confirmation. */
  pendingEmail: nullable(text()),
  createdAt: integer(),
});

export type User = EntityOf<typeof users>;
