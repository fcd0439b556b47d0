/** Passkeys (WebAuthn credentials) of users. Times are machine time. */
import { type EntityOf, integer, nullable, table, text } from '@hostmaster/storage';

export const passkeys = table('passkeys', {
  id: text(),
  /** As the authenticator names it, in base64url. */
  credentialId: text(),
  userId: text(),
  /** COSE, in base64url. */
  publicKey: text(),
  /** How often the authenticator has signed; 0 where it does not count. */
  counter: integer(),
  name: text(),
  createdAt: integer(),
  usedAt: nullable(integer()),
});

export type Passkey = EntityOf<typeof passkeys>;
