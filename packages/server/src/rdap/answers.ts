/** Whole answers: an object with the conformance and the notices that the gTLD profile demands. */

import { type Asked, domainObject, nameserverObject } from './domain-object.ts';
import type { PublicationPolicy } from './publication-policy.ts';
import type { PublishedDomain } from './published-domain.ts';
import type {
  RdapDomain,
  RdapEntity,
  RdapEnvelope,
  RdapNameserver,
  RdapNotice,
} from './rdap-objects.ts';
import { rdapType } from './rdap-objects.ts';
import { registrarEntity } from './registrar-entity.ts';

const conformance = [
  'rdap_level_0',
  'icann_rdap_technical_implementation_guide_1',
  'icann_rdap_response_profile_1',
] as const;

export function domainAnswer(
  domain: PublishedDomain,
  policy: PublicationPolicy,
  asked: Asked,
): RdapEnvelope & RdapDomain {
  return {
    rdapConformance: [...conformance, 'redacted'],
    notices: [
      termsNotice(policy, asked.url),
      linkedNotice(asked.url, {
        title: 'Status Codes',
        text: 'For more information on domain status codes, please visit https://icann.org/epp',
        rel: 'glossary',
        href: 'https://icann.org/epp',
      }),
      linkedNotice(asked.url, {
        title: 'RDDS Inaccuracy Complaint Form',
        text: 'URL of the ICANN RDDS Inaccuracy Complaint Form: https://icann.org/wicf',
        rel: 'help',
        href: 'https://icann.org/wicf',
      }),
    ],
    ...domainObject(domain, policy, asked),
  };
}

export function nameserverAnswer(
  host: PublishedDomain['nameservers'][number],
  policy: PublicationPolicy,
  { url }: Asked,
): RdapEnvelope & RdapNameserver {
  const href = `${policy.rdapUrl}nameserver/${host.name}`;
  return {
    ...envelope(policy, url),
    ...nameserverObject(host),
    links: [{ value: url, rel: 'self', href, type: rdapType }],
  };
}

export function entityAnswer(policy: PublicationPolicy, url: string): RdapEnvelope & RdapEntity {
  return { ...envelope(policy, url), ...registrarEntity(policy, url) };
}

export function helpAnswer(policy: PublicationPolicy, url: string): RdapEnvelope {
  const about: RdapNotice = {
    title: 'About This Service',
    description: [
      `${policy.registrar.name} answers for the domains that it is the registrar of.`,
      'Look up domain/{name}, nameserver/{host} or entity/{handle}; searches are not offered.',
    ],
  };
  const { rdapConformance, notices } = envelope(policy, url);
  return { rdapConformance: [...rdapConformance, 'redacted'], notices: [about, ...notices] };
}

export interface RdapError {
  readonly rdapConformance: readonly string[];
  readonly errorCode: number;
  readonly title: string;
  readonly description: readonly string[];
}

export function errorAnswer(errorCode: number, description: string): RdapError {
  const title = titles[errorCode] ?? 'Error';
  return { rdapConformance: conformance, errorCode, title, description: [description] };
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

function envelope(policy: PublicationPolicy, url: string): RdapEnvelope {
  return { rdapConformance: conformance, notices: [termsNotice(policy, url)] };
}

function termsNotice({ registrar, termsUrl }: PublicationPolicy, url: string): RdapNotice {
  return linkedNotice(url, {
    title: 'Terms of Service',
    text: `This data is provided by ${registrar.name} for information only. Using it for unsolicited messages or for high-volume automated queries is not allowed.`,
    rel: 'terms-of-service',
    href: termsUrl,
  });
}

function linkedNotice(
  value: string,
  notice: {
    readonly title: string;
    readonly text: string;
    readonly rel: string;
    readonly href: string;
  },
): RdapNotice {
  const { title, text, rel, href } = notice;
  return { title, description: [text], links: [{ value, rel, href, type: 'text/html' }] };
}
