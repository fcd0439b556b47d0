/** The newest serial of a zone that a secondary is known to have. */
import { integer, table, text } from '@hostmaster/storage';

export const zoneConfirmations = table('zone_confirmations', {
  zone: text(),
  secondary: text(),
  serial: integer(),
  confirmedAt: integer(),
});
