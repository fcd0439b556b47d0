/** How far DNSSEC of a domain has come: a row from its start until the zone is unsigned again. */
import { type EntityOf, integer, nullable, table, text, word } from '@hostmaster/storage';

/** The rules between them are in domains/dnssec-phase.ts. */
export type DnssecPhase =
  | 'signing'
  | 'waiting_for_servers'
  | 'waiting_for_caches'
  | 'sending_ds'
  | 'on'
  | 'removing_ds'
  | 'waiting_for_ds_ttl'
  | 'unsigning';

export const domainDnssec = table('domain_dnssec', {
  domainId: text(),
  phase: word<DnssecPhase>(),
  /** Calendar time at which the phase began. */
  since: integer(),
  /** The first serial that secondaries must have; null while the zone is not signed. */
  signedSerial: nullable(integer()),
  /** Calendar time at which the next step is due; null where it waits for something else. */
  dueAt: nullable(integer()),
  /** Machine time at which to look whether what it waits for has happened; null: never. */
  checkAt: nullable(integer()),
  /** Why the registry has refused the DS record; null where it has not. */
  refusal: nullable(text()),
});

export type DomainDnssec = EntityOf<typeof domainDnssec>;
