/** The ids of the documents of a segment in ascending order, some in a row. */
import { json, table, text } from '@hostmaster/storage';

export const searchKeys = table('search_keys', {
  segmentId: text(),
  /** Its number, as text. */
  page: text(),
  firstKey: text(),
  keys: json<readonly string[]>(),
});
