/** Registrations: a name, its desired state and its dates. */
import {
  type Column,
  type EntityOf,
  type EntityWith,
  type FieldsOf,
  flag,
  integer,
  json,
  nullable,
  sealedJson,
  sharedJson,
  table,
  text,
  word,
} from '@hostmaster/storage';

/** `incoming`: being transferred from another registrar. */
export type DomainState =
  | 'provisioning'
  | 'incoming'
  | 'live'
  | 'releasing'
  | 'released'
  | 'failed';
/** The states in which a domain has its name. */
export const heldStates = ['provisioning', 'incoming', 'live', 'releasing'] as const;

/**
 * The first step of ADR 0014: `incoming` is written as 0.1.0 can read it, as `provisioning` and not
 * visible. Both forms are read, because a later version stores the word.
 */
const state: Column<DomainState, DomainState> = {
  codec: {
    encode: (value) => (value === 'incoming' ? 'provisioning' : value),
    decode: (stored) => stored,
  },
};

/**
 * `listing` and `signing`: its names, then its sets, are prepared while the zone is served unsigned.
 * `ending`: served unsigned again, and what was prepared is deleted.
 */
export type SigningState = 'off' | 'listing' | 'signing' | 'signed' | 'ending';

export interface RegistrantContact {
  readonly firstName: string;
  readonly lastName: string;
  readonly organization?: string;
  readonly email: string;
  readonly phone: string;
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  readonly stateProvince: string;
  readonly postalCode: string;
  readonly country: string;
}

/** Either a multiple of our own price or whole credits per year. */
export type PremiumPrice =
  | { readonly factor: number }
  | {
      readonly registerCredits: number;
      readonly renewCredits: number;
      /** The registry's quoted price per year, in its currency; checked before a purchase. */
      readonly fee?: { readonly currency: string; readonly create: string; readonly renew: string };
    };

/** What an owner may choose of the SOA. */
export interface SoaSettings {
  /** An email address; null for `hostmaster` at the domain. */
  readonly mailbox: string | null;
  readonly refreshSeconds: number;
  readonly retrySeconds: number;
  readonly expireSeconds: number;
  readonly negativeTtlSeconds: number;
}

/** What was sold: the name, its dates and its price. */
const registration = {
  createdAt: integer(),
  /** How many years the last term has. */
  years: integer(),
  expiresAt: integer(),
  /** What the registry asks for a premium name; null for standard names. */
  premium: nullable(json<PremiumPrice>()),
};

/** Keeping the domain: notices before its expiry, auto-renewal, and years missing at the registry. */
const renewal = {
  autoRenew: flag(),
  /** True from a refused renewal until the next successful one. */
  renewalFailed: flag(),
  renewalTriedAt: nullable(integer()),
  /** Notices up to this calendar time were sent. */
  noticedUntil: integer(),
  /** Calendar time of the last attempt to buy years that are missing at the registry. */
  extensionTriedAt: nullable(integer()),
};

/** The registrant, and whether the public sees them. */
const owner = {
  contact: sealedJson<RegistrantContact>(),
  privacyEnabled: flag(),
};

/** How far the registry has what is wanted. */
const registry = {
  /** Counts changes of the desired state; the registry has them up to appliedRevision. */
  desiredRevision: integer(),
  appliedRevision: integer(),
  registryExpiresAt: nullable(integer()),
};

/** What the domain publishes, and how much of it is stored. */
const zone = {
  /** Most domains have one and the same list. */
  nameservers: sharedJson<readonly string[]>(),
  /** What its zone has while others wait for the end of DNSSEC; null where it has those above. */
  servedNameservers: nullable(sharedJson<readonly string[]>()),
  /** Null for that of the service. */
  soa: nullable(json<SoaSettings>()),
  /** Whether it is signed. */
  signing: word<SigningState>(),
  /** The number of its records; null until the first change after an upgrade from 0.1.0. */
  recordCount: nullable(integer()),
  /** The bytes of their names and values; null until the first change after an upgrade. */
  recordBytes: nullable(integer()),
  /** Counts changes of its records and nameservers (zone_revisions). */
  zoneRevision: integer(),
  /** The size of the revisions that are kept. */
  revisionBytes: integer(),
};

/** The way to another registrar: lock, auth code, request, and the time after it. */
const transferOut = {
  transferLocked: flag(),
  /** Encrypted. */
  authCode: nullable(text()),
  /** Calendar time at which an issued auth code is replaced. */
  authCodeExpiresAt: nullable(integer()),
  /** When to look at the request of another registrar; null while there is none. */
  transferOutUntil: nullable(integer()),
  /** When it went to another registrar; it is then released. */
  transferredAt: nullable(integer()),
  /** Until then the zone of a domain that has left is served. */
  zoneUntil: nullable(integer()),
};

/** The end of a domain that is not renewed. */
const release = {
  /** Machine time at which the release began. */
  releaseBeganAt: nullable(integer()),
  /** When it was deleted at a registry with a redemption period; it is then being released. */
  deletedAt: nullable(integer()),
  /** Until then the deleted domain can be restored. */
  redemptionUntil: nullable(integer()),
};

export const domains = table(
  'domains',
  {
    id: text(),
    workspaceId: text(),
    name: text(),
    state,
    /** False once released, once a failed registration was followed by a new one, and while incoming. */
    visible: flag(),
    /** Calendar time at which the lifecycle sweep must handle the domain; null: never. */
    dueAt: nullable(integer()),
  },
  {
    parts: { registration, renewal, owner, registry, zone, transferOut, release },
    finish(row) {
      if (row.state === 'provisioning' && row.visible === false) row.state = 'incoming';
    },
  },
);

export interface Domain extends EntityOf<typeof domains> {}
/** A domain with these fields of it, in their parts. */
export type DomainWith<F extends keyof DomainFields> = EntityWith<typeof domains, F>;
/** The fields of all parts together, as a change names them. */
export interface DomainFields extends FieldsOf<typeof domains> {}
