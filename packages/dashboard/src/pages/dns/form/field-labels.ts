/** Labels of choices and hints for the fields of record values. */
import type { RecordType } from '@hostmaster/dns/records';
import type { Option } from '../../../ui/controls/option.ts';

const usages: readonly Option<string>[] = [
  { value: '3', label: '3 · This certificate', hint: 'DANE-EE (recommended)' },
  { value: '2', label: '2 · This issuer', hint: 'DANE-TA, your own trust anchor' },
  { value: '1', label: '1 · This certificate, publicly trusted', hint: 'PKIX-EE' },
  { value: '0', label: '0 · This issuer, publicly trusted', hint: 'PKIX-TA' },
];

const selectors: readonly Option<string>[] = [
  { value: '1', label: '1 · Public key', hint: 'Survives renewals that keep the key' },
  { value: '0', label: '0 · Whole certificate' },
];

const matchingTypes: readonly Option<string>[] = [
  { value: '1', label: '1 · SHA-256 digest' },
  { value: '2', label: '2 · SHA-512 digest' },
  { value: '0', label: '0 · The data itself' },
];

/** By type and field: fields whose numbers have meanings. */
const choices: Readonly<Record<string, readonly Option<string>[]>> = {
  'CAA.flags': [
    { value: '0', label: '0 · Normal' },
    {
      value: '128',
      label: '128 · Critical',
      hint: "Authorities that don't understand the tag must not issue",
    },
  ],
  'CAA.tag': [
    { value: 'issue', label: 'issue', hint: 'May issue certificates' },
    { value: 'issuewild', label: 'issuewild', hint: 'May issue wildcard certificates' },
    { value: 'issuemail', label: 'issuemail', hint: 'May issue S/MIME certificates' },
    { value: 'iodef', label: 'iodef', hint: 'Where authorities report refused requests' },
  ],
  'DS.algorithm': [
    { value: '13', label: '13 · ECDSA P-256' },
    { value: '15', label: '15 · Ed25519' },
    { value: '14', label: '14 · ECDSA P-384' },
    { value: '16', label: '16 · Ed448' },
    { value: '8', label: '8 · RSA/SHA-256' },
    { value: '10', label: '10 · RSA/SHA-512' },
  ],
  'DS.digestType': [
    { value: '2', label: '2 · SHA-256' },
    { value: '4', label: '4 · SHA-384' },
    { value: '1', label: '1 · SHA-1', hint: 'Old, not recommended' },
  ],
  'SMIMEA.usage': usages,
  'SMIMEA.selector': selectors,
  'SMIMEA.matchingType': matchingTypes,
  'SSHFP.algorithm': [
    { value: '4', label: '4 · Ed25519' },
    { value: '3', label: '3 · ECDSA' },
    { value: '1', label: '1 · RSA' },
    { value: '6', label: '6 · Ed448' },
    { value: '2', label: '2 · DSA' },
  ],
  'SSHFP.fingerprintType': [
    { value: '2', label: '2 · SHA-256' },
    { value: '1', label: '1 · SHA-1', hint: 'Old, not recommended' },
  ],
  'TLS.usage': usages,
  'TLS.selector': selectors,
  'TLS.matchingType': matchingTypes,
};

const hints: Readonly<Record<string, string>> = {
  'CAA.value': 'Domain of the certificate authority, or ; to allow none',
  'CERT.certificateType': '1 is X.509, 3 is OpenPGP',
  'CERT.algorithm': '0 when there is no key tag',
  'DS.keyTag': 'Provided by the operator of the subdomain',
  'LOC.location': 'Latitude, longitude, altitude; optional size and precision',
  'NAPTR.order': 'Lowest is used first',
  'NAPTR.preference': 'Lowest is used first among the same order',
  'NAPTR.flags': 's, a, u or p',
  'NAPTR.replacement': 'Full hostname, or . with a regexp',
  'OPENPGPKEY.key': 'The name is a hash of the part before the @, followed by ._openpgpkey',
  'RP.mailbox': 'An email address with a dot instead of the @',
  'RP.text': 'Full hostname of a TXT record, or . for none',
  'SMIMEA.association': 'The name is a hash of the part before the @, followed by ._smimecert',
  'URI.priority': 'Lowest is used first',
  'URI.weight': 'Shares the traffic between records with the same priority',
  'MX.priority': 'Lowest is used first',
  'MX.host': 'Full hostname; @ means the domain itself',
  'SRV.priority': 'Lowest is used first',
  'SRV.weight': 'Shares the traffic between records with the same priority',
  'SRV.target': 'Full hostname, or . for none',
  'HTTPS.priority': '0 means alias mode',
  'HTTPS.target': "Use . for the record's own name",
  'SVCB.priority': '0 means alias mode',
  'SVCB.target': "Use . for the record's own name",
  'ALIAS.target': 'Resolves to the addresses of this host',
  'CNAME.target': 'Full hostname; @ means the domain itself',
};

export function choicesOf(
  type: RecordType,
  field: string,
  current: string,
): readonly Option<string>[] | null {
  const known = choices[`${type}.${field}`];
  if (known === undefined) return null;
  const isKnown = known.some(({ value }) => value === current);
  return isKnown || current === '' ? known : [...known, { value: current, label: current }];
}

export function hintOf(type: RecordType, field: string): string | undefined {
  return hints[`${type}.${field}`];
}
