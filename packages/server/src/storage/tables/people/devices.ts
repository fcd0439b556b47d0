/** Browsers from which a user has signed in. A browser is known by the hash of a cookie. */
import { type EntityOf, integer, table, text } from '@hostmaster/storage';

export const devices = table('devices', {
  userId: text(),
  hash: text(),
  /** Machine time. */
  seenAt: integer(),
});

export type Device = EntityOf<typeof devices>;
