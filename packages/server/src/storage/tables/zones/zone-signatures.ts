/** The signatures of each set of a signed zone. */
import { bytes, type EntityOf, integer, table, text } from '@hostmaster/storage';

export const zoneSignatures = table('zone_signatures', {
  domainId: text(),
  sortKey: text(),
  /** The type that is signed. */
  type: integer(),
  /** The packed RRSIG records, one of each key. */
  records: bytes(),
  /** Machine time from which they are made again. */
  refreshAt: integer(),
});

export type ZoneSignature = EntityOf<typeof zoneSignatures>;
