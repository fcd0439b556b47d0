/** Labels of choices and hints for the fields of record values. */
import type { RecordType } from '@hostmaster/dns/records';
import type { Option } from '../../../ui/option.ts';

/** By type and field: fields whose numbers have meanings (RFC 7671). */
const choices: Readonly<Record<string, readonly Option<string>[]>> = {
  'TLS.usage': [
    { value: '3', label: '3 · This certificate', hint: 'DANE-EE (recommended)' },
    { value: '2', label: '2 · This issuer', hint: 'DANE-TA, your own trust anchor' },
    { value: '1', label: '1 · This certificate, publicly trusted', hint: 'PKIX-EE' },
    { value: '0', label: '0 · This issuer, publicly trusted', hint: 'PKIX-TA' },
  ],
  'TLS.selector': [
    { value: '1', label: '1 · Public key', hint: 'Survives renewals that keep the key' },
    { value: '0', label: '0 · Whole certificate' },
  ],
  'TLS.matchingType': [
    { value: '1', label: '1 · SHA-256 digest' },
    { value: '2', label: '2 · SHA-512 digest' },
    { value: '0', label: '0 · The data itself' },
  ],
};

const hints: Readonly<Record<string, string>> = {
  'MX.priority': 'Lowest is used first',
  'MX.host': 'Full hostname; @ means the domain itself',
  'SRV.priority': 'Lowest is used first',
  'SRV.weight': 'Share among equals',
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
