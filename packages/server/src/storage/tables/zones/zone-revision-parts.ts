/** What changed in a revision that is too large for its row, in parts that a read can hold. */
import { integer, json, table, text } from '@hostmaster/storage';
import type { RecordAlteration } from './zone-revisions.ts';

export const zoneRevisionParts = table('zone_revision_parts', {
  domainId: text(),
  revision: integer(),
  /** Counts from 0. */
  part: integer(),
  changes: json<readonly RecordAlteration[]>(),
});
