/** How each version of a zone differs from the one before. */
import { bytes, type EntityOf, integer, table, text } from '@hostmaster/storage';

export const zoneJournal = table('zone_journal', {
  zone: text(),
  fromSerial: integer(),
  toSerial: integer(),
  /** Packed records. */
  removed: bytes(),
  added: bytes(),
  /** Machine time. */
  at: integer(),
});

export type JournalEntry = EntityOf<typeof zoneJournal>;
