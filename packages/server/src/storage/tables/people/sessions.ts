/** Sessions of the dashboard. Times are machine time. */
import { type EntityOf, integer, nullable, table, text, word } from '@hostmaster/storage';

export type SecondFactorKind = 'totp' | 'passkey' | 'recovery_code';

/** `second_factor`: one that an earlier version has not named. */
export type SessionProof = 'password' | 'provider' | SecondFactorKind | 'second_factor';

export const sessions = table('sessions', {
  id: text(),
  hash: text(),
  userId: text(),
  address: text(),
  userAgent: text(),
  createdAt: integer(),
  seenAt: integer(),
  /** The maximum lifetime, regardless of use. */
  expiresAt: integer(),
  /** When the password was last entered; null for sessions of 0.1.0. */
  passwordAt: nullable(integer()),
  /** When a second factor was last given; null where the account had none. */
  factorAt: nullable(integer()),
  /** Which one; null where none was given, and for sessions of earlier versions. */
  factor: nullable(word<SecondFactorKind>()),
  /** The identity that it began with; null for a password or passkey. */
  identityId: nullable(text()),
  /** Hash of the session's name at the provider, by which the provider ends it. */
  providerSession: nullable(text()),
  /** When the provider checked a second factor that counts here. */
  providerFactorAt: nullable(integer()),
});

export type Session = EntityOf<typeof sessions>;
