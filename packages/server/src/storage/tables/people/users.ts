/** People with an account. Times are machine time. */
import { type EntityOf, integer, nullable, table, text } from '@hostmaster/storage';

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
  /** Until when a password signs in although the domain of the address has a provider as only way. */
  passwordUntil: nullable(integer()),
  /** Since when the account sees the state of the service; null for all but operators. */
  operatorSince: nullable(integer()),
});

export type User = EntityOf<typeof users>;
