/** The keys with which zones are signed. */
import { bytes, integer, table, text } from '@hostmaster/storage';

export const zoneKeys = table('zone_keys', {
  id: text(),
  domainId: text(),
  /** PKCS #8 in PEM, encrypted. */
  privateKey: text(),
  /** The data of its DNSKEY record. */
  dnskey: bytes(),
  /** Calendar time. */
  createdAt: integer(),
});
