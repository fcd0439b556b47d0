/** How far DNSSEC of a domain has come: a row from its start until the zone is unsigned again. */
import {
  type EntityOf,
  flag,
  integer,
  json,
  nullable,
  table,
  text,
  word,
} from '@hostmaster/storage';

/** The rules between them are in domains/dnssec-phase.ts. */
export type DnssecPhase =
  | 'signing'
  | 'waiting_for_servers'
  | 'waiting_for_caches'
  | 'sending_ds'
  | 'on'
  | 'adding_key'
  | 'waiting_for_key_at_servers'
  | 'waiting_for_key_in_caches'
  | 'adding_new_ds'
  | 'waiting_for_new_ds'
  | 'removing_old_ds'
  | 'waiting_for_old_ds'
  | 'removing_key'
  | 'publishing_foreign_keys'
  | 'waiting_for_foreign_keys_at_servers'
  | 'waiting_for_foreign_keys_in_caches'
  | 'sending_both_ds'
  | 'waiting_for_both_ds'
  | 'shared'
  | 'confirming_nameservers'
  | 'waiting_for_nameservers'
  | 'removing_foreign_ds'
  | 'waiting_for_foreign_ds'
  | 'removing_foreign_keys'
  | 'removing_own_ds'
  | 'waiting_for_own_ds'
  | 'removing_ds'
  | 'waiting_for_ds_ttl'
  | 'unsigning';

/** The fields of a DNSKEY record. */
export interface PublicKey {
  readonly flags: number;
  readonly protocol: number;
  readonly algorithm: number;
  /** Base64. */
  readonly publicKey: string;
}

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
  /**
   * Calendar time at which the registry has shown the DS records, while its zone is asked for them; later, at which a
   * resolver has answered last that they are not there, or at which the questions without an answer began.
   */
  dsConfirmedAt: nullable(integer()),
  /** Resolvers that did not answer for the zone of the registry; null where one has. */
  parentUnanswered: nullable(text()),
  /** Whether the key that is replaced is compromised, so that its DS record goes as early as it can. */
  isUrgent: flag(),
  /** Machine time at which the signed zone is examined next (nameserver/self-check). */
  examineAt: integer(),
  /** DS records that the customer gave, where another operator signs the zone; null: it is signed here. */
  foreignDs: nullable(json<readonly string[]>()),
  /** The keys of these records, in the same order, where the registry takes keys; null elsewhere. */
  foreignKeys: nullable(json<readonly PublicKey[]>()),
  /** Nameservers that were found to be secondaries of the customer; null where none was asked. */
  ownHosts: nullable(json<readonly string[]>()),
  /** Whether the CDS and CDNSKEY records have to be compared with the phase (publication/offer-keys.ts). */
  offersDue: flag(),
});

export type DomainDnssec = EntityOf<typeof domainDnssec>;
