/** Reminders to check registration data that were sent: one for each domain and year. */
import { integer, table, text } from '@hostmaster/storage';

export const sentDataReminders = table('sent_data_reminders', {
  domainId: text(),
  /** The year of the anniversary. */
  year: integer(),
  /** Calendar time. */
  sentAt: integer(),
  address: text(),
  mailId: text(),
});
