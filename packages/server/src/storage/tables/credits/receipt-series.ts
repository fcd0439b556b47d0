/** One row: the number of the last receipt. Locked while the next one is issued. */
import { integer, table } from '@hostmaster/storage';

export const receiptSeries = table('receipt_series', {
  id: integer(),
  lastNumber: integer(),
});
