/** The names of a bulk operation that are not planned yet, some in a row. */
import { integer, json, table, text } from '@hostmaster/storage';

export const bulkParts = table('bulk_parts', {
  bulkId: text(),
  part: integer(),
  names: json<readonly string[]>(),
});
