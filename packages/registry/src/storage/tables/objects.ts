/** Registered names. Times are calendar milliseconds except settlesAt: machine. */
import { type EntityOf, flag, integer, json, nullable, table, text } from '@hostmaster/storage';

/** Statuses of RFC 5731, section 2.3, as far as this registry sets them or lets clients set them. */
export type ObjectStatus =
  | ClientStatus
  | 'pendingCreate'
  | 'pendingDelete'
  | 'pendingTransfer'
  | 'pendingUpdate'
  | 'serverRenewProhibited';

export const clientStatuses = [
  'clientDeleteProhibited',
  'clientHold',
  'clientRenewProhibited',
  'clientTransferProhibited',
  'clientUpdateProhibited',
] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** Grace periods of RFC 3915, section 3.1: until then the registrar may undo the operation. */
export interface GracePeriod {
  readonly kind: 'addPeriod' | 'renewPeriod' | 'autoRenewPeriod' | 'transferPeriod';
  readonly until: number;
}

/** By role. */
export type ContactIds = Readonly<Record<string, string>>;

export interface DelegationSigner {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  readonly digest: string;
  /** Where the registry takes keys. */
  readonly key?: PublicKey;
}

/** The fields of a DNSKEY record. */
export interface PublicKey {
  readonly flags: number;
  readonly protocol: number;
  readonly algorithm: number;
  /** Base64. */
  readonly publicKey: string;
}

/** A change of the registrant that the registry has accepted and not decided. */
export interface PendingTrade {
  readonly transactionId: string;
  /** Machine time. */
  readonly settlesAt: number;
  /** Set when the decision will be no. */
  readonly declineReason: string | null;
  readonly registrantId: string;
  readonly contactIds: ContactIds;
}

/** The newest transfer to another registrar; the statuses are those of RFC 5730, section 2.9.3.4. */
export interface ObjectTransfer {
  readonly status:
    | 'pending'
    | 'clientApproved'
    | 'clientCancelled'
    | 'clientRejected'
    | 'serverApproved'
    | 'serverCancelled';
  readonly requestedBy: string;
  /** The sponsor at the time of the request. */
  readonly from: string;
  readonly requestedAt: number;
  /** When the registry decides by itself, or when it was decided. */
  readonly actsAt: number;
  /** When the rival answers, in machine time; null: it does not. */
  readonly answersAt: number | null;
  /** The request. */
  readonly transactionId: string;
  /** The expiry after the transfer. */
  readonly expiresAt: number;
}

export const objects = table('objects', {
  name: text(),
  repositoryId: text(),
  /** The client that sponsors the object. */
  sponsor: text(),
  /** The first sponsor; null while no other has followed. */
  creator: nullable(text()),
  registrantId: text(),
  contactIds: json<ContactIds>(),
  nameservers: json<readonly string[]>(),
  statuses: json<readonly ObjectStatus[]>(),
  privacyEnabled: flag(),
  authCode: text(),
  /** Null for codes that do not expire. */
  authCodeSetAt: nullable(integer()),
  createdAt: integer(),
  updatedAt: nullable(integer()),
  expiresAt: integer(),
  gracePeriods: json<readonly GracePeriod[]>(),
  /** The creation that is still undecided; set together with settlesAt. */
  pendingTransaction: nullable(text()),
  settlesAt: nullable(integer()),
  /** Set when the registry has accepted a creation that it is going to decline. */
  declineReason: nullable(text()),
  dnssec: json<readonly DelegationSigner[]>(),
  /** When a deleted domain is purged; the name is free from then on. */
  purgesAt: nullable(integer()),
  /** Until then a deleted domain can be restored; set together with purgesAt. */
  redemptionUntil: nullable(integer()),
  /** A restore was requested and waits for its report (RFC 3915, section 4.2.5). */
  restoreRequestedAt: nullable(integer()),
  /** Set together with the status pendingUpdate. */
  trade: nullable(json<PendingTrade>()),
  /** While it is pending, the name has the status pendingTransfer. */
  transfer: nullable(json<ObjectTransfer>()),
  /** When the registry decides about a pending transfer; null while none is pending. */
  transferUntil: nullable(integer()),
});

export type RegistryObject = EntityOf<typeof objects>;
