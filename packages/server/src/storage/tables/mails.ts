/** Mail on its way out, and what became of it. */
import { integer, nullable, text, word } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

export const mails = table('mails', {
  id: text(),
  /** Null for mail to a person. */
  workspaceId: nullable(text()),
  kind: text(),
  /** What the mail is about; a second one about the same is not written. */
  onceKey: text(),
  recipient: text(),
  subject: text(),
  textBody: text(),
  htmlBody: text(),
  createdAt: integer(),
  state: word<'waiting' | 'sent' | 'failed'>(),
  problem: nullable(text()),
});

export type Mail = EntityOf<typeof mails>;
