/** The keys with which zones are signed. */
import { bytes, type EntityOf, integer, table, text, word } from '@hostmaster/storage';

/**
 * The life of a key: not published yet; published, and signs; the same, until the next one has taken its
 * place; published, but signs no longer.
 */
export type OwnKeyStage = 'prepared' | 'current' | 'leaving' | 'retired';

/** A key of another operator (docs/adr/0051): not published yet; published; published, but about to go. */
export type ForeignKeyStage = 'foreign_prepared' | 'foreign' | 'foreign_retired';

export type KeyStage = OwnKeyStage | ForeignKeyStage;

/** What CDS and CDNSKEY records ask the parent for: its DS record, or, with any key, that all of them go. */
export type KeyOffer = 'none' | 'ds' | 'delete';

export const zoneKeys = table('zone_keys', {
  id: text(),
  domainId: text(),
  /** PKCS #8 in PEM, encrypted; empty for a key of another operator. */
  privateKey: text(),
  /** The data of its DNSKEY record. */
  dnskey: bytes(),
  stage: word<KeyStage>(),
  offer: word<KeyOffer>(),
  /** Calendar time. */
  createdAt: integer(),
});

export type ZoneKeyRow = EntityOf<typeof zoneKeys>;
