/** The answer of WHOIS (RFC 3912) in the form that gTLD registrars give, from what RDAP publishes. */
import { isoTime } from '../base/iso-time.ts';
import { printable } from '../base/printable.ts';
import { toUnicodeName } from '../domains/host-labels.ts';
import type { PublicationPolicy } from './publication-policy.ts';
import type { PublishedDomain, PublishedField } from './published-domain.ts';
import { eppWords } from './status-words.ts';

const redacted = 'REDACTED FOR PRIVACY';

type Line = readonly [label: string, value: string];

/** `at`: calendar time at which the data was read. */
export function whoisText(
  domain: PublishedDomain,
  policy: PublicationPolicy,
  { at }: { readonly at: number },
): string {
  const lines = [...domainLines(domain, policy), ...registrantLines(domain), ...dnsLines(domain)];
  return textOf([
    ...lines.map(([label, value]) => `${label}: ${printable(value)}`.trimEnd()),
    'URL of the ICANN RDDS Inaccuracy Complaint Form: https://icann.org/wicf',
    `>>> Last update of WHOIS database: ${isoTime(at)} <<<`,
    '',
    'For more information on domain status codes, please visit https://icann.org/epp',
    `Terms of use: ${policy.termsUrl}`,
  ]);
}

export function whoisLine(text: string): string {
  return textOf([text]);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join('');
}

function domainLines(domain: PublishedDomain, policy: PublicationPolicy): readonly Line[] {
  const { name, changedAt } = domain;
  const { registrar } = policy;
  const unicodeName = toUnicodeName(name);
  return [
    ['Domain Name', name],
    ...(unicodeName === name ? [] : [['Internationalized Domain Name', unicodeName] as const]),
    ['Registry Domain ID', redacted],
    ['Registrar WHOIS Server', policy.whoisHost ?? ''],
    ['Registrar URL', registrar.url],
    ['Updated Date', isoTime(changedAt ?? domain.createdAt)],
    ['Creation Date', isoTime(domain.createdAt)],
    ['Registrar Registration Expiration Date', isoTime(domain.registrarExpiresAt)],
    ['Registrar', registrar.name],
    ['Registrar IANA ID', registrar.ianaId === null ? '' : String(registrar.ianaId)],
    ['Registrar Abuse Contact Email', registrar.abuseEmail ?? ''],
    ['Registrar Abuse Contact Phone', registrar.abusePhone ?? ''],
    ...domain.status.map((word): Line => {
      return ['Domain Status', `${eppWords[word]} https://icann.org/epp#${eppWords[word]}`];
    }),
  ];
}

/** The address for messages stands where the email would. */
function registrantLines({ registrant }: PublishedDomain): readonly Line[] {
  const shown = (field: PublishedField) => (field.kind === 'redacted' ? redacted : field.value);
  return [
    ['Registry Registrant ID', redacted],
    ['Registrant Name', shown(registrant.name)],
    ['Registrant Organization', shown(registrant.organization)],
    ['Registrant Street', shown(registrant.street)],
    ['Registrant City', shown(registrant.city)],
    ['Registrant State/Province', shown(registrant.state)],
    ['Registrant Postal Code', shown(registrant.postalCode)],
    ['Registrant Country', shown(registrant.country)],
    ['Registrant Phone', shown(registrant.phone)],
    ['Registrant Email', registrant.contactUrl ?? shown(registrant.email)],
  ];
}

function dnsLines({ nameservers, signers }: PublishedDomain): readonly Line[] {
  return [
    ...nameservers.map(({ name }): Line => ['Name Server', name]),
    ['DNSSEC', signers.length > 0 ? 'signedDelegation' : 'unsigned'],
  ];
}
