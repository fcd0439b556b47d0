/** When the registrant of a domain is next reminded to check the registration data. */
import { type EntityOf, integer, nullable, table, text } from '@hostmaster/storage';

export const dataReminders = table('data_reminders', {
  domainId: text(),
  /** The year of the anniversary; null until the domain is live. */
  year: nullable(integer()),
  /** Calendar time; null: never. */
  dueAt: nullable(integer()),
});

export type DataReminder = EntityOf<typeof dataReminders>;
