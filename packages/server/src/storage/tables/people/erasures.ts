/** People who deleted their account, until no entry of the activity names their address. */
import { type EntityOf, table, text } from '@hostmaster/storage';

export const erasures = table('erasures', {
  userId: text(),
  /** In lower case. */
  email: text(),
  /** The last entry of the activity that was read; empty before the first. */
  walkedTo: text(),
  /** Later entries are about other people with the same address. */
  lastId: text(),
});

export type ErasedPerson = EntityOf<typeof erasures>;
