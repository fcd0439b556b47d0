/**
 * The port to a registry. This comment is the contract; test/rig/registrar-conformance is the same
 * contract as a suite that an adapter must pass.
 *
 * QUERIES (`check`, `info`, `outcomeOf`, `transferOf`) change nothing and may be sent at any time. Without an
 * answer they throw RegistryUnavailable. Where they wait for a connection, `asker` decides the order.
 *
 * COMMANDS (`create`, `renew`, `update`, `delete`, `restore`, `requestTransfer`, `cancelTransfer`,
 * `answerTransfer`) carry a `sendId`, fresh for every send and journaled before it. `beforeSend` is awaited immediately before the first byte leaves: when it
 * rejects, nothing may be sent and its error is rethrown. A command ends in one of six ways:
 *   done      the registry confirmed it
 *   pending   the registry accepted it and has not decided; query `outcomeOf` and `info`, and for a
 *             requested transfer `transferOf`
 *   refused   the registry definitely did not do it and will not: the caller refunds
 *   throws RegistryUnavailable   certainly nothing was sent: the caller tries again
 *   throws PriceTooHigh          certainly nothing was done: a renewal or a restore costs more than
 *                                was agreed
 *   throws OutcomeUnknown        it may or may not have happened: the caller queries, never guesses
 * An adapter never repeats a command on its own once it may have been sent. What a command needs
 * before it (contacts, hosts) an adapter may create on the way: that is idempotent and costs
 * nothing.
 *
 * MESSAGES of a registry, for example its EPP poll queue, are stored before they are acknowledged.
 * An adapter never depends on messages: queries return the same facts.
 *
 * Names are lower-case A-labels without trailing dot. Times are calendar milliseconds.
 */

import { Refusal } from '../base/errors.ts';
import type { PublicKey } from '../storage/tables/domains/domain-dnssec.ts';
import type { PremiumPrice, RegistrantContact } from '../storage/tables/domains/domains.ts';

export interface Registrar {
  /** Registries differ, so capabilities belong to a name. */
  capabilitiesFor(name: string): RegistrarCapabilities;

  /**
   * One answer per name, in order. A name the registry rejects is not offered. Where another query is
   * needed to tell that from a taken name, questions with the purpose `check` get `taken`.
   */
  check(names: readonly string[], asker?: Asker): Promise<readonly RegistryAvailability[]>;
  /** The registry's current object; null when there is none. */
  info(name: string, asker?: Asker): Promise<RegistryDomain | null>;
  /** The outcome of a command that was answered `pending`. */
  outcomeOf(command: { sendId: string; name: string }): Promise<PendingOutcome>;
  /**
   * The newest transfer of a name, whichever registrar requested it. Null when there is none, or the
   * registry does not show it to us. Registries want the auth code for names we do not sponsor.
   */
  transferOf(name: string, authCode?: string): Promise<RegistryTransfer | null>;

  create(command: CreateCommand): Promise<CommandOutcome>;
  /** Adds years if and only if the registry's expiry is still `currentExpiresAt`. */
  renew(command: RenewCommand): Promise<CommandOutcome>;
  /** Sets the given fields and leaves the others unchanged. Idempotent. */
  update(command: UpdateCommand): Promise<CommandOutcome>;
  /** Deletes the domain at the registry. */
  delete(command: Command): Promise<CommandOutcome>;
  /** Restores a deleted domain: the request and its report, or what of them is missing. */
  restore(command: RestoreCommand): Promise<CommandOutcome>;

  /**
   * Requests a name that another registrar sponsors. Most registries answer `pending` and decide
   * within days; `done` means that the name is ours already.
   */
  requestTransfer(command: TransferCommand): Promise<CommandOutcome>;
  /** Withdraws our own request. Refused when it is decided already. */
  cancelTransfer(command: Command & { readonly authCode: string }): Promise<CommandOutcome>;
  /** Accepts or denies the request of another registrar for a domain of ours. */
  answerTransfer(command: Command & { readonly accepts: boolean }): Promise<CommandOutcome>;

  /**
   * Deletes the contacts that we created for this owner and that no object uses. `wanted` are the
   * contacts of the owner's domains. Absent where the registry does so itself. Idempotent.
   */
  deleteUnusedContacts?(contacts: {
    readonly owner: string;
    readonly wanted: readonly RegistrantContact[];
  }): Promise<void>;

  /** Collects and stores messages; returns them even after a failure. Absent without a queue. */
  collectMessages?(): Promise<CollectedMessages>;
  /** Every object we hold. Absent where the registry cannot list them. */
  objects?(): Promise<readonly RegistryDomain[]>;

  close(): Promise<void>;
}

/**
 * Who asks. An adapter that queues lets askers take turns, so that one cannot delay the others; jobs
 * ask without it and go first.
 */
export interface Asker {
  /** A workspace, or the name of a task of the service. */
  readonly id: string;
  /** Questions of a registration go before other questions. */
  readonly purpose: 'check' | 'registration';
  /** When it is aborted, the question leaves the queue and fails with RegistryUnavailable. */
  readonly signal?: AbortSignal;
}

export interface CollectedMessages {
  /** The domains that the messages name. */
  readonly names: readonly string[];
  /** One error for each registry whose messages could not all be read. */
  readonly failures: readonly unknown[];
}

export interface RegistrarCapabilities {
  /** The longest total term in years, or null when there is no limit. */
  readonly totalYearsMax: number | null;
  /** `info` reveals the auth code of our own objects, which proves that a create was ours. */
  readonly revealsAuthCode: boolean;
  /** The transfer lock can be set and lifted. */
  readonly transferLock: boolean;
  /** The registry takes DS records or keys, so that a domain can have DNSSEC. */
  readonly dnssec: boolean;
  /** The registry needs the keys of DS records, with them or instead of them. */
  readonly dnssecKeys: boolean;
  /** The registry keeps contacts that can be hidden or shown. */
  readonly privacy: boolean;
  /**
   * Auto-renew grace period: the registry adds a year at expiry and refunds it when the domain is
   * deleted within this time. Null where the registry does not renew expired domains.
   */
  readonly autoRenewGraceMs: number | null;
  /**
   * How long an accepted registration may stay undecided and invisible before it counts as refused.
   * Null where only an explicit answer of the registry counts.
   */
  readonly decisionMsMax: number | null;
  /** A deleted name can be restored for a time (RFC 3915); `info` then shows its `deletion`. */
  readonly redemption: boolean;
  /** Names can be transferred from and to other registrars by command. */
  readonly transfers: boolean;
  /** The years that the registry adds at a transfer: usually 1; 0 where it adds none. */
  readonly transferYears: number;
  /** Why the registry takes no names in the name's script; completes "the name …". Null: it does. */
  readonly scriptProblem: string | null;
  /** A test environment of a registry: reserved suffixes such as `.test` can be sold. */
  readonly isTestEnvironment: boolean;
}

export type RegistryAvailability =
  | { readonly available: true; readonly premium: PremiumPrice | null }
  | UnavailableName;

export interface UnavailableName {
  readonly available: false;
  /** What the registry asks for a premium name; null for a standard one. */
  readonly premium: PremiumPrice | null;
  /** `taken`: it is registered. `not-offered`: the registry does not sell it. */
  readonly because: 'taken' | 'not-offered';
  /** The registry's own words, for people. */
  readonly reason?: string;
}

export interface RegistryDomain {
  readonly name: string;
  /** The object is sponsored by us. Only then are the fields below known. */
  readonly isOurs: boolean;
  /** Null where the registry shows none, which proves nothing. */
  readonly authCode: string | null;
  readonly createdAt: number | null;
  /** Null where the registry does not say who created the object. */
  readonly createdByUs: boolean | null;
  /** For whom we created its registrant. Null where the registry keeps none. */
  readonly registrantOwner: { readonly id: string } | 'unknown' | null;
  /** Null where the registry does not show it. */
  readonly expiresAt: number | null;
  readonly nameservers: readonly string[];
  /** The addresses of the nameservers below this domain; null where the registry keeps none. */
  readonly hostAddresses: HostAddresses | null;
  /** The DS records that the registry publishes for the name. */
  readonly dnssec: readonly DelegationSigner[];
  /** Null where the registry does not show what it discloses. */
  readonly privacyEnabled: boolean | null;
  /** The registry shows the registrant although it was asked to hide it. */
  readonly isDisclosed?: boolean;
  readonly transferLocked: boolean;
  /** On hold, set by us: the domain does not resolve. */
  readonly clientHold: boolean;
  /** On hold, set by the registry: the domain does not resolve. */
  readonly serverHold: boolean;
  /** The command the registry is still deciding on. */
  readonly pending: 'create' | 'renew' | 'update' | 'delete' | 'transfer' | null;
  /** Set after a deletion where the registry has a redemption period (RFC 3915). */
  readonly deletion: RegistryDeletion | null;
}

/** A DS record at the registry. */
export interface DelegationSigner {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** Hexadecimal, in upper case. */
  readonly digest: string;
  /** The key that it is of; needed by registries that take keys. */
  readonly key?: PublicKey;
}

export interface RegistryDeletion {
  /** It can be restored; a restore waits for its report; nothing stops the purge any more. */
  readonly phase: 'redemption' | 'restoring' | 'final';
  /** Null where the registry does not say. */
  readonly restorableUntil: number | null;
}

export interface RegistryTransfer {
  /** Denied by the other registrar or by the registry; cancelled by the one that requested it. */
  readonly status: 'pending' | 'approved' | 'denied' | 'cancelled';
  readonly requestedByUs: boolean;
  readonly requestedAt: number;
  /** When a pending transfer is decided by the registry itself, or when it was decided. */
  readonly actsAt: number;
  /** The expiry after the transfer; null where the registry does not say. */
  readonly expiresAt: number | null;
}

export interface Command {
  readonly sendId: string;
  readonly name: string;
  readonly beforeSend: () => Promise<void>;
}

/** The registrant and the owner: contacts are never shared between owners. */
export interface Registration extends Command {
  readonly owner: string;
  readonly contact: RegistrantContact;
  /** Addresses of nameservers below a domain that we manage. */
  readonly hostAddresses?: HostAddresses;
}

export type HostAddresses = Readonly<Record<string, readonly string[]>>;

export interface CreateCommand extends Registration {
  readonly years: number;
  readonly nameservers: readonly string[];
  readonly privacyEnabled: boolean;
  readonly transferLocked: boolean;
  readonly authCode: string;
  /** The price that was quoted and charged; sent to registries with the fee extension. */
  readonly premium: PremiumPrice | null;
}

export interface RenewCommand extends Command {
  readonly years: number;
  /** The current expiry; the registry refuses another one, which prevents a double renewal. */
  readonly currentExpiresAt: number;
  readonly premium: PremiumPrice | null;
  /** An operator has agreed to whatever the registry asks now. */
  readonly acceptsAnyPrice?: boolean;
}

export interface UpdateCommand extends Registration {
  /** A fresh `info`, from which an adapter computes additions and removals. */
  readonly current: RegistryDomain;
  readonly nameservers?: readonly string[];
  /** All DS records that the name has afterwards. */
  readonly dnssec?: readonly DelegationSigner[];
  readonly privacyEnabled?: boolean;
  readonly transferLocked?: boolean;
  readonly clientHold?: boolean;
  readonly authCode?: string;
  /** `contact` becomes the registrant. With it, `privacyEnabled` says how it is shown. */
  readonly changesContact?: boolean;
}

export interface RestoreCommand extends Command {
  /** A fresh `info`, which says what is missing. */
  readonly current: RegistryDomain;
  /** For the report. */
  readonly deletedAt: number;
  readonly restoredAt: number;
  /** An operator has agreed to whatever the registry asks now. */
  readonly acceptsAnyPrice?: boolean;
}

export interface TransferCommand extends Command {
  readonly authCode: string;
  /** Now, in calendar time: the name's dates say whether it can be transferred yet. */
  readonly requestedAt: number;
  /** The years that the registry adds; 0 where it adds none. */
  readonly years: number;
  /** The price that was quoted and charged, as for a renewal. */
  readonly premium: PremiumPrice | null;
}

export type CommandOutcome =
  | {
      readonly kind: 'done';
      readonly expiresAt: number;
      /** Created, but some fields differ from the request: compare and update. */
      readonly isIncomplete?: boolean;
      /** Left out of an update: the name they are in was released or is not registered. */
      readonly lostNameservers?: readonly string[];
      /** The price of later renewals, where this one has cost more than was agreed. */
      readonly premium?: PremiumPrice;
    }
  | { readonly kind: 'pending'; readonly askAfterMs: number }
  | RefusedOutcome;

export interface RefusedOutcome {
  readonly kind: 'refused';
  /** A sentence for people. */
  readonly reason: string;
  /** A registration: the registry has an object of this name, whosever it is. */
  readonly isTaken?: true;
  /** A requested transfer: the auth code is wrong or has expired; another may work. */
  readonly isWrongAuthCode?: true;
  /** A requested transfer: the other registrar has to lift its lock first. */
  readonly isLocked?: true;
  /** A requested transfer: the registry does not transfer the name yet, for example in its first 60 days. */
  readonly isTooEarly?: true;
}

export type PendingOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'pending'; readonly askAfterMs: number }
  | RefusedOutcome
  /** The registry has no such command, or does not report it. */
  | { readonly kind: 'unknown' };

/** Nothing was changed: the registry could not be reached, or a query got no answer. */
export class RegistryUnavailable extends Refusal {
  override readonly name = 'RegistryUnavailable';

  constructor(cause?: unknown) {
    super('registry_unavailable', 'The registry does not answer right now. Nothing was changed.', {
      cause,
    });
  }
}

/** The registry asks more than was agreed. The message says how much, where it does. */
export class PriceTooHigh extends Error {
  override readonly name = 'PriceTooHigh';
}

/** The command may have been carried out; only a query can decide. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
  /**
   * What the registry answered, where it answered at all and other names do not get the same: when
   * it repeats, the failure belongs to this command. Null otherwise.
   */
  readonly answer: string | null;

  constructor(message: string, options: ErrorOptions & { readonly answer?: string | null } = {}) {
    super(message, options);
    this.answer = options.answer ?? null;
  }
}
