/** Outgoing mail and its outcome. */
import { type EntityOf, flag, integer, nullable, table, text, word } from '@hostmaster/storage';

export const mails = table('mails', {
  id: text(),
  /** Null for mail to a user. */
  workspaceId: nullable(text()),
  /** The account or workspace that mail to a person is about; null where it is about neither. */
  cause: nullable(text()),
  kind: text(),
  /** The deduplication key: a second mail with the same key is not written. */
  onceKey: text(),
  recipient: text(),
  subject: text(),
  textBody: text(),
  htmlBody: text(),
  createdAt: integer(),
  state: word<'waiting' | 'sent' | 'failed'>(),
  problem: nullable(text()),
  /** Its line in one mail for many; null when it is always a mail of its own. */
  summary: nullable(text()),
  /** Waits for others of its kind, without a job. */
  gathered: flag(),
  /** The mail that lists it; then it was never sent itself. */
  combinedIn: nullable(text()),
  /** It has its place in a budget. */
  admitted: flag(),
  /** The budget it waits for, without a job. */
  heldIn: nullable(text()),
});

export type Mail = EntityOf<typeof mails>;
