/** Browsers from which a user has signed in. A browser is known by the hash of a cookie. */
import { integer, text } from '../../column.ts';
import { type EntityOf, table } from '../../table.ts';

export const devices = table('devices', {
  userId: text(),
  hash: text(),
  /** Machine time. */
  seenAt: integer(),
});

export type Device = EntityOf<typeof devices>;
