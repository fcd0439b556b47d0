/** The newest serial of a zone that a secondary is known to have. */
import { integer, text } from '../../column.ts';
import { table } from '../../table.ts';

export const zoneConfirmations = table('zone_confirmations', {
  zone: text(),
  secondary: text(),
  serial: integer(),
  confirmedAt: integer(),
});
