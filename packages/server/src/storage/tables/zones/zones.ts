/** Zones outlive their registrations: serials only rise. The catalog is a zone without a domain. */
import { flag, integer, nullable, table, text } from '@hostmaster/storage';

export const zones = table('zones', {
  name: text(),
  /** The registration it serves; null when it serves none. */
  domainId: nullable(text()),
  serial: integer(),
  /** The serial before the latest change. */
  previousSerial: integer(),
  /** The next serial of a signed zone is above it. */
  serialFloor: integer(),
  /** Machine time of the latest change. */
  changedAt: integer(),
  /** The registration that the catalog shows; null when it shows none. */
  listedId: nullable(text()),
  /** Whether the catalog still has to be updated. */
  catalogDue: flag(),
  /** Machine time at which the catalog dropped it. */
  delistedAt: nullable(integer()),
});
