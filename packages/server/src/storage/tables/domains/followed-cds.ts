/** Domains whose DS records follow the CDS and CDNSKEY records of another operator (docs/adr/0052). */
import { type EntityOf, integer, nullable, table, text } from '@hostmaster/storage';

export const followedCds = table('followed_cds', {
  domainId: text(),
  /** Machine time at which the nameservers are asked next. */
  checkAt: integer(),
  /** Machine time of the last check; null before the first. */
  checkedAt: nullable(integer()),
  /** When the newest records that were accepted were signed: older ones are a replay. */
  signedAt: nullable(integer()),
  /** What the last check found, as a sentence. */
  finding: nullable(text()),
});

export type FollowedCds = EntityOf<typeof followedCds>;
