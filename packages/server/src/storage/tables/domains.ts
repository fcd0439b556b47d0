/** Registrations: a name, its owner's wishes and its dates. */
import { flag, integer, json, nullable, sharedJson, text, word } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

export type DomainState = 'provisioning' | 'live' | 'releasing' | 'released' | 'failed';

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
      /** What the registry itself asked for a year, in its currency, to be held to it later. */
      readonly fee?: { readonly currency: string; readonly create: string; readonly renew: string };
    };

export const domains = table('domains', {
  id: text(),
  workspaceId: text(),
  name: text(),
  state: word<DomainState>(),
  /** False once released, or once a failed registration was followed by a new one. */
  visible: flag(),
  autoRenew: flag(),
  privacyEnabled: flag(),
  transferLocked: flag(),
  /** Most domains have one and the same list. */
  nameservers: sharedJson<readonly string[]>(),
  contact: json<RegistrantContact>(),
  /** What the registry asks for a premium name; null for standard names. */
  premium: nullable(json<PremiumPrice>()),
  /** Counts changes of the desired state; the registry has been told up to appliedRevision. */
  desiredRevision: integer(),
  appliedRevision: integer(),
  /** Encrypted. */
  authCode: nullable(text()),
  years: integer(),
  createdAt: integer(),
  expiresAt: integer(),
  registryExpiresAt: nullable(integer()),
  /** True from a refused renewal until the next successful one. */
  renewalFailed: flag(),
  /** Calendar time at which the lifecycle sweep must look at the domain; null: never. */
  dueAt: nullable(integer()),
  /** Notices up to this calendar time were given. */
  noticedUntil: integer(),
  renewalTriedAt: nullable(integer()),
  /** Machine time at which the release began. */
  releaseBeganAt: nullable(integer()),
  /** Calendar time of the last try to buy what the registry holds less than we promised. */
  extensionTriedAt: nullable(integer()),
});

export type Domain = EntityOf<typeof domains>;
