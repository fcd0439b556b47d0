/** The commands of the registry, and the policy that applies to them. */
import { type RegistryReply, refusal, resultCode } from './registry-reply.ts';
import type { Registrant } from './storage/tables/contacts.ts';
import type { ContactIds, DelegationSigner } from './storage/tables/objects.ts';

export interface RegistryCommand {
  /** The client that sends it. */
  readonly sponsor: string;
  /** The client's own id for this send; one seen before is answered, not executed. */
  readonly transactionId: string;
  /** The client's transaction id at an EPP front; messages about the send quote it. */
  readonly clientTransactionId?: string | undefined;
  readonly name: string;
}

export interface CreateObject extends RegistryCommand {
  readonly years: number;
  /** The person, or the contacts that were created before. */
  readonly registrant: Registrant | ContactReferences;
  readonly nameservers: readonly string[];
  readonly privacyEnabled: boolean;
  readonly transferLocked: boolean;
  readonly authCode: string;
  readonly dnssec?: readonly DelegationSigner[];
  /** Asks for a decision later, whatever the name. */
  readonly staysPending?: boolean;
}

/** Null where the registry keeps no registrant. */
export interface ContactReferences {
  readonly registrantId: string | null;
  readonly contactIds: ContactIds;
}

export interface RenewObject extends RegistryCommand {
  readonly years: number;
  /** An instant, or the day of it as `YYYY-MM-DD`. */
  readonly currentExpiresAt: number | string;
}

export interface UpdateObject extends RegistryCommand {
  readonly nameservers?: readonly string[] | undefined;
  /** All DS records of the name. */
  readonly dnssec?: readonly DelegationSigner[] | undefined;
  readonly privacyEnabled?: boolean | undefined;
  readonly transferLocked?: boolean | undefined;
  readonly clientHold?: boolean | undefined;
  readonly authCode?: string | undefined;
  /** The new registrant. */
  readonly registrant?: Registrant | undefined;
}

/** Additions and removals, as EPP sends them. */
export interface ChangeObject extends RegistryCommand {
  readonly add: ObjectParts;
  readonly remove: ObjectParts;
  readonly registrantId?: string | undefined;
  readonly authCode?: string | undefined;
  readonly dnssec?: {
    readonly remove: 'all' | readonly DelegationSigner[];
    readonly add: readonly DelegationSigner[];
  };
}

/** Asks for a name that another registrar sponsors. */
export interface RequestTransfer extends RegistryCommand {
  readonly authCode: string;
  readonly years: number;
}

export interface EndTransfer extends RegistryCommand {
  readonly op: 'approve' | 'reject' | 'cancel';
  /** Compared where it is given. */
  readonly authCode?: string | undefined;
}

/** The two steps of a restore. */
export interface RestoreObject extends RegistryCommand {
  readonly op: 'request' | 'report';
}

export interface ObjectParts {
  readonly nameservers: readonly string[];
  readonly statuses: readonly string[];
  readonly contacts: readonly { readonly role: string; readonly id: string }[];
}

/** Policies that differ between registries. The sandbox's own front uses the simplest. */
export interface RegistryPolicy {
  /** Auto-renew grace period: expiry adds a year, refunded within it; null: no auto-renewal. */
  readonly autoRenewGraceMs: number | null;
  /** Redemption period: how long a deleted domain can be restored; 0 frees it at once. */
  readonly redemptionMs: number;
  /** What is announced in the message queues of sponsors. */
  readonly messages: 'all' | 'transfers' | 'none';
  /** The new registrar of a transferred name gets copies of its contacts. */
  readonly transfersContacts: boolean;
}

export const plainPolicy: RegistryPolicy = {
  autoRenewGraceMs: null,
  redemptionMs: 0,
  messages: 'transfers',
  transfersContacts: false,
};

/** One reading of both clocks for a whole command. */
export interface RegistryMoment {
  /** Dates. */
  readonly calendar: number;
  /** Delays. */
  readonly machine: number;
  readonly policy: RegistryPolicy;
}

export function isYears(years: number): boolean {
  return Number.isInteger(years) && years >= 1;
}

export function yearsRefusal(): RegistryReply {
  return refusal(resultCode.valuePolicy, 'The period must be a whole number of years, at least 1.');
}
