/** Accounts at identity providers that sign a user in. Times are machine time. */
import { type EntityOf, integer, nullable, table, text, word } from '@hostmaster/storage';

/**
 * How an identity came to its account: the signed-in person linked it, the mail domain is bound to the
 * provider, or the account was created for it.
 */
export type IdentityOrigin = 'person' | 'domain' | 'created';

export const identities = table('identities', {
  id: text(),
  issuer: text(),
  /** `sub` of the provider: unique there, and never given to another person. */
  subject: text(),
  userId: text(),
  origin: word<IdentityOrigin>(),
  /** As the provider named it at the latest sign-in; it decides nothing. */
  email: nullable(text()),
  createdAt: integer(),
  usedAt: integer(),
});

export type Identity = EntityOf<typeof identities>;
