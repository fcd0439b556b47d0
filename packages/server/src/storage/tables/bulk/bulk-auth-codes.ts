/** The auth codes of domains that a bulk operation transfers, those of one part in a row. */
import { integer, table, text } from '@hostmaster/storage';

export const bulkAuthCodes = table('bulk_auth_codes', {
  id: text(),
  workspaceId: text(),
  bulkId: text(),
  part: integer(),
  /** Sealed: a list in JSON, in the order of the names; null for a code that is not needed any more. */
  codes: text(),
});
