/** Open recoveries of accounts without their second factors. Times are calendar time. */
import { type EntityOf, integer, table, text } from '@hostmaster/storage';

export const recoveries = table('recoveries', {
  userId: text(),
  startedAt: integer(),
  /** When the second factors can be removed. */
  dueAt: integer(),
  /** Hash of the token in its mails, which stops it. */
  stopHash: text(),
});

export type Recovery = EntityOf<typeof recoveries>;
