/** What the public sees of a domain. RDAP and WHOIS present the same. */
import type { DelegationSigner } from '../registrars/registrar.ts';
import type { RegistrantContact } from '../storage/tables/domains/domains.ts';
import type { DomainFacts } from './domain-facts.ts';
import {
  contactUrlOf,
  type PostalAddress,
  type PublicationPolicy,
  type RegistrantField,
} from './publication-policy.ts';
import { type DomainStatusWord, domainStatuses } from './status-words.ts';

/** `shown`: the owner's own. `replaced`: of the privacy service. `redacted`: nothing. */
export type PublishedField =
  | { readonly kind: 'shown' | 'replaced'; readonly value: string }
  | { readonly kind: 'redacted' };

export type PublishedRegistrant = Readonly<Record<RegistrantField, PublishedField>> & {
  /** Where strangers reach the registrant whose address is not shown; null where it is. */
  readonly contactUrl: string | null;
};

export interface PublishedDomain {
  readonly name: string;
  readonly status: readonly DomainStatusWord[];
  readonly createdAt: number;
  /** The registry's date. */
  readonly expiresAt: number;
  /** Until when the owner has paid. */
  readonly registrarExpiresAt: number;
  readonly changedAt: number | null;
  readonly transferredAt: number | null;
  readonly nameservers: readonly { readonly name: string; readonly addresses: readonly string[] }[];
  /** DS records; none where the delegation is not signed. */
  readonly signers: readonly DelegationSigner[];
  readonly registrant: PublishedRegistrant;
  /** Why fields of the registrant are not shown. */
  readonly isPrivate: boolean;
}

export function publishedDomain(facts: DomainFacts, policy: PublicationPolicy): PublishedDomain {
  const { name, changedAt, transferredAt, glue } = facts;
  const { createdAt } = facts.registration;
  const { nameservers } = facts.zone;
  return {
    name,
    status: domainStatuses(facts),
    createdAt,
    expiresAt: facts.registry.registryExpiresAt ?? facts.registration.expiresAt,
    registrarExpiresAt: facts.registration.expiresAt,
    changedAt,
    transferredAt,
    nameservers: nameservers.map((host) => ({ name: host, addresses: glue[host] ?? [] })),
    signers: facts.signers,
    registrant: publishedRegistrant(facts, policy),
    isPrivate: facts.owner.privacyEnabled,
  };
}

function publishedRegistrant(
  { name, owner: { contact, privacyEnabled } }: DomainFacts,
  policy: PublicationPolicy,
): PublishedRegistrant {
  const contactUrl = contactUrlOf(policy, name);
  if (privacyEnabled) return { ...privateFields(policy.proxy), contactUrl };
  const { publishes } = policy;
  const field = (key: RegistrantField, value: string): PublishedField =>
    publishes.has(key) && value !== '' ? { kind: 'shown', value } : redacted;
  return {
    name: field('name', `${contact.firstName} ${contact.lastName}`),
    organization: field('organization', contact.organization ?? ''),
    street: field('street', streetOf(contact)),
    city: field('city', contact.city),
    state: field('state', contact.stateProvince),
    postalCode: field('postalCode', contact.postalCode),
    country: field('country', contact.country),
    phone: field('phone', contact.phone),
    email: field('email', contact.email),
    contactUrl: publishes.has('email') ? null : contactUrl,
  };
}

function privateFields(
  proxy: PublicationPolicy['proxy'],
): Readonly<Record<RegistrantField, PublishedField>> {
  const ofProxy = (value: string | undefined): PublishedField =>
    value === undefined || value === '' ? redacted : { kind: 'replaced', value };
  const address: Partial<PostalAddress> = proxy?.address ?? {};
  return {
    name: ofProxy(proxy?.organization),
    organization: ofProxy(proxy?.organization),
    street: ofProxy(address.street),
    city: ofProxy(address.city),
    state: ofProxy(address.state),
    postalCode: ofProxy(address.postalCode),
    country: ofProxy(address.country),
    phone: redacted,
    email: redacted,
  };
}

const redacted: PublishedField = { kind: 'redacted' };

function streetOf({ address1, address2 }: RegistrantContact): string {
  return address2 === undefined || address2 === '' ? address1 : `${address1}, ${address2}`;
}

/** The value of a field that is not redacted. */
export function shownText(field: PublishedField): string {
  return field.kind === 'redacted' ? '' : field.value;
}
