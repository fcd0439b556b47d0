/** Authenticator apps (TOTP, RFC 6238), one per user. Times are machine time. */
import { type EntityOf, integer, nullable, table, text } from '@hostmaster/storage';

export const totpSecrets = table('totp_secrets', {
  userId: text(),
  /** Sealed. */
  secret: text(),
  /** Time step of the latest accepted code: each code works once. */
  lastStep: integer(),
  /** Null until a first code has proven that the app has the secret. */
  confirmedAt: nullable(integer()),
  createdAt: integer(),
});

export type TotpSecret = EntityOf<typeof totpSecrets>;
