/** Mails to the address of a workspace. Mail to a user is private and no fact. */
import type { Mail } from '../storage/tables/mail/mails.ts';
import { type About, type FactForms, type FactRow, withRow } from './fact-form.ts';
import { word } from './wording.ts';

export type MailFact = About<
  'recipient',
  'mail.sent' | 'mail.failed' | 'mail.delayed',
  { notice: Mail['kind']; subject: string; problem?: string }
>;

export const mailForms: FactForms<MailFact> = withRow(mailRow, {
  'mail.sent': { text: (to, d) => `emailed “${word(d.subject)}” to ${to}`, event: 'people' },
  'mail.failed': {
    text: (to, d) => `couldn't email “${word(d.subject)}” to ${to}`,
    event: 'people',
  },
  'mail.delayed': {
    text: (to, d) => `is still trying to email “${word(d.subject)}” to ${to}`,
    event: 'people',
  },
});

function mailRow({ recipient, kind, notice, ...rest }: MailFact): FactRow {
  return { subject: recipient, details: { kind: notice, ...rest } };
}
