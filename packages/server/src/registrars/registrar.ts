/**
 * The port to a registry. This comment is the contract; test/rig/registrar-conformance is the
 * same contract as a suite that an adapter must pass.
 *
 * QUESTIONS (`check`, `info`, `outcomeOf`) change nothing and may be asked at any time. When no
 * answer can be had they throw RegistryUnavailable.
 *
 * COMMANDS (`create`, `renew`, `update`, `delete`) carry a `sendId`, fresh for every send and
 * journaled before it. `beforeSend` is awaited immediately before the first byte leaves: when it
 * rejects, nothing may be sent and its error is rethrown. A command ends in one of five ways:
 *   done      the registry confirmed it
 *   pending   the registry accepted it and will decide later; ask `outcomeOf` and `info`
 *   refused   the registry definitely did not do it and will not: the caller refunds
 *   throws RegistryUnavailable   certainly nothing was sent: the caller tries again
 *   throws OutcomeUnknown        it may or may not have happened: the caller asks, never guesses
 * An adapter never repeats a command on its own once it may have been sent. What a command needs
 * before it (contacts, hosts) an adapter may create on the way: that is idempotent and costs nothing.
 *
 * NEWS is what a registry says unasked. An adapter that hears of it keeps it before it acknowledges
 * it, and never waits for it: whatever news tell, questions tell as well.
 *
 * Names are lower-case A-labels without trailing dot. Times are calendar milliseconds.
 */

import { Refusal } from '../base/errors.ts';
import type { PremiumPrice, RegistrantContact } from '../storage/tables/domains.ts';

export interface Registrar {
  /** Registries differ, so capabilities belong to a name. */
  capabilitiesFor(name: string): RegistrarCapabilities;

  /** One answer per name, in order. A name the registry rejects is simply unavailable. */
  check(names: readonly string[]): Promise<readonly RegistryAvailability[]>;
  /** The object as the registry sees it now; null when there is none. */
  info(name: string): Promise<RegistryDomain | null>;
  /** What became of a command that was answered `pending`. */
  outcomeOf(command: { sendId: string; name: string }): Promise<PendingOutcome>;

  create(command: CreateCommand): Promise<CommandOutcome>;
  /** Adds years if and only if the registry's expiry is still `currentExpiresAt`. */
  renew(command: RenewCommand): Promise<CommandOutcome>;
  /** Makes the given fields so; the others stay. Repeating it changes nothing. */
  update(command: UpdateCommand): Promise<CommandOutcome>;
  /** Gives the name up. */
  delete(command: Command): Promise<CommandOutcome>;

  /** Collects and keeps news; what was kept is told, whatever went wrong after it. Absent where there are none. */
  collectNews?(): Promise<News>;
  /** Every object we hold. Absent where the registry cannot list them. */
  objects?(): Promise<readonly RegistryDomain[]>;

  close(): Promise<void>;
}

export interface News {
  /** What the news are about. */
  readonly names: readonly string[];
  /** Why there may be more: one for each registry that could not be heard to the end. */
  readonly failures: readonly unknown[];
}

export interface RegistrarCapabilities {
  /** The longest total term in years, or null when there is no limit. */
  readonly totalYearsMax: number | null;
  /** `info` reveals the auth code of our own objects, which proves that a create was ours. */
  readonly revealsAuthCode: boolean;
  /** The transfer lock can be set and lifted. */
  readonly transferLock: boolean;
  /** The registry keeps contacts that can be hidden or shown. */
  readonly privacy: boolean;
  /**
   * The registry adds a year by itself at expiry, which can be given back for so long by deleting
   * the name. Null where an expired name is simply lost.
   */
  readonly autoRenewGraceMs: number | null;
  /**
   * How long a registration that was accepted and is not shown may stay undecided before that is
   * the registry's no. Null where only its word counts.
   */
  readonly decisionMsMax: number | null;
}

export interface RegistryAvailability {
  readonly available: boolean;
  /** What the registry asks for a premium name; null for a standard one. */
  readonly premium: PremiumPrice | null;
}

export interface RegistryDomain {
  readonly name: string;
  /** The object is sponsored by us. Only then are the fields below known. */
  readonly isOurs: boolean;
  readonly authCode: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly nameservers: readonly string[];
  /** The addresses of those nameservers that lie inside the name; null where none are kept. */
  readonly hostAddresses: HostAddresses | null;
  readonly privacyEnabled: boolean;
  readonly transferLocked: boolean;
  /** The name does not resolve, by our wish or the registry's. */
  readonly onHold: boolean;
  /** The command the registry is still deciding on. */
  readonly pending: 'create' | 'renew' | 'update' | 'delete' | null;
}

export interface Command {
  readonly sendId: string;
  readonly name: string;
  readonly beforeSend: () => Promise<void>;
}

/** The registrant, and on whose behalf: contacts are never shared between owners. */
export interface Registration extends Command {
  readonly owner: string;
  readonly contact: RegistrantContact;
  /** Addresses of nameservers that lie inside a name we look after. */
  readonly hostAddresses?: HostAddresses;
}

export type HostAddresses = Readonly<Record<string, readonly string[]>>;

export interface CreateCommand extends Registration {
  readonly years: number;
  readonly nameservers: readonly string[];
  readonly privacyEnabled: boolean;
  readonly transferLocked: boolean;
  readonly authCode: string;
  /** The price that was quoted and charged; a registry with fees is told so. */
  readonly premium: PremiumPrice | null;
}

export interface RenewCommand extends Command {
  readonly years: number;
  /** The safety catch: the expiry this renewal starts from. */
  readonly currentExpiresAt: number;
  readonly premium: PremiumPrice | null;
}

export interface UpdateCommand extends Registration {
  /** A fresh `info`, from which an adapter computes additions and removals. */
  readonly current: RegistryDomain;
  readonly nameservers?: readonly string[];
  readonly privacyEnabled?: boolean;
  readonly transferLocked?: boolean;
  readonly authCode?: string;
}

export type CommandOutcome =
  | {
      readonly kind: 'done';
      readonly expiresAt: number;
      /** Created, but not yet in everything as asked for: compare and update. */
      readonly isIncomplete?: boolean;
    }
  | { readonly kind: 'pending'; readonly askAfterMs: number }
  | { readonly kind: 'refused'; readonly reason: string };

export type PendingOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'pending'; readonly askAfterMs: number }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The registry knows of no such command, or does not tell. */
  | { readonly kind: 'unknown' };

/** Certainly nothing happened: the registry could not be reached, or a question got no answer. */
export class RegistryUnavailable extends Refusal {
  override readonly name = 'RegistryUnavailable';

  constructor(cause?: unknown) {
    super('registry_unavailable', 'The registry does not answer right now. Nothing was changed.', {
      cause,
    });
  }
}

/** The command may have been carried out; only asking can tell. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}
