/** A domain and its nameservers as objects of RDAP. */
import { isoTime } from '../base/iso-time.ts';
import { suffixesOf } from '../domains/domain-name.ts';
import { toUnicodeName } from '../domains/host-labels.ts';
import { jcard } from './jcard.ts';
import type { PublicationPolicy } from './publication-policy.ts';
import { type PublishedDomain, type PublishedRegistrant, shownText } from './published-domain.ts';
import type {
  RdapDomain,
  RdapEntity,
  RdapEvent,
  RdapLink,
  RdapNameserver,
} from './rdap-objects.ts';
import { rdapType } from './rdap-objects.ts';
import { redactionsOf } from './redactions.ts';
import { registrarEntity } from './registrar-entity.ts';

export interface Asked {
  /** The address of the request: the profile repeats it in each link. */
  readonly url: string;
  /** Calendar time at which the data was read. */
  readonly at: number;
}

export function domainObject(
  domain: PublishedDomain,
  policy: PublicationPolicy,
  asked: Asked,
): RdapDomain {
  const { name } = domain;
  return {
    objectClassName: 'domain',
    ...names(name),
    status: domain.status,
    events: eventsOf(domain, asked),
    entities: [registrarEntity(policy, asked.url), registrantEntity(domain.registrant)],
    nameservers: domain.nameservers.map((host) => nameserverObject(host)),
    secureDNS: secureDns(domain),
    ...(policy.whoisHost === null ? {} : { port43: policy.whoisHost }),
    links: domainLinks(name, policy, asked),
    redacted: redactionsOf(domain),
  };
}

export function nameserverObject({
  name,
  addresses,
}: PublishedDomain['nameservers'][number]): RdapNameserver {
  const v4 = addresses.filter((address) => !address.includes(':'));
  const v6 = addresses.filter((address) => address.includes(':'));
  const ipAddresses = {
    ...(v4.length === 0 ? {} : { v4 }),
    ...(v6.length === 0 ? {} : { v6 }),
  };
  return {
    objectClassName: 'nameserver',
    ...names(name),
    ...(addresses.length === 0 ? {} : { ipAddresses }),
  };
}

function secureDns({ signers }: PublishedDomain): RdapDomain['secureDNS'] {
  return signers.length === 0
    ? { delegationSigned: false }
    : { delegationSigned: true, dsData: signers };
}

/** Both forms of an internationalised name. */
function names(name: string): { readonly ldhName: string; readonly unicodeName?: string } {
  const unicodeName = toUnicodeName(name);
  return unicodeName === name ? { ldhName: name } : { ldhName: name, unicodeName };
}

/** The registry's id of the registrant is not known here, so the entity has no handle. */
function registrantEntity(registrant: PublishedRegistrant): RdapEntity {
  const { contactUrl } = registrant;
  return {
    objectClassName: 'entity',
    roles: ['registrant'],
    vcardArray: jcard({
      name: shownText(registrant.name),
      organization: shownText(registrant.organization),
      address: {
        street: shownText(registrant.street),
        city: shownText(registrant.city),
        state: shownText(registrant.state),
        postalCode: shownText(registrant.postalCode),
        country: shownText(registrant.country),
      },
      phone: shownText(registrant.phone),
      email: shownText(registrant.email),
      contactUrl: contactUrl ?? undefined,
    }),
  };
}

function eventsOf(domain: PublishedDomain, { at }: Asked): readonly RdapEvent[] {
  const events: readonly (readonly [eventAction: string, at: number | null])[] = [
    ['registration', domain.createdAt],
    ['expiration', domain.expiresAt],
    ['registrar expiration', domain.registrarExpiresAt],
    ['last changed', domain.changedAt],
    ['transfer', domain.transferredAt],
    ['last update of RDAP database', at],
  ];
  return events.flatMap(([eventAction, date]) =>
    date === null ? [] : [{ eventAction, eventDate: isoTime(date) }],
  );
}

function domainLinks(name: string, policy: PublicationPolicy, { url }: Asked): readonly RdapLink[] {
  const self = { value: url, rel: 'self', href: `${policy.rdapUrl}domain/${name}`, type: rdapType };
  for (const suffix of suffixesOf(name)) {
    const registry = policy.registryUrls.get(suffix);
    if (registry !== undefined) {
      const href = `${registry}domain/${name}`;
      return [self, { value: url, rel: 'related', href, type: rdapType }];
    }
  }
  return [self];
}
