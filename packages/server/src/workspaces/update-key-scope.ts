/**
 * What a TSIG key may change: names by a pattern, and types.
 *
 * A pattern is a name relative to the domain, `@` for the apex. `*` stands for
 *   - everything, the apex too, when it is the whole pattern;
 *   - one or more labels in front:        `*.dyn` is `a.dyn` and `a.b.dyn`, not `dyn`;
 *   - any number of labels at the end:    `_acme-challenge.*` is `_acme-challenge` and `_acme-challenge.www`;
 *   - exactly one label in between:       `a.*.b` is `a.x.b`;
 *   - any run of characters in a label:   `host-*` is `host-1`.
 */
import { typeCodeOf } from '@hostmaster/dns';
import {
  aliasTypeCode,
  type RecordType,
  recordTypeOf,
  typeLabel,
  typeProblem,
} from '@hostmaster/dns/records';

export interface KeyScope {
  readonly pattern: string;
  /** Null means all. */
  readonly types: ReadonlySet<RecordType> | null;
}

const labelPattern = /^[a-z0-9_/-]*(?:\*[a-z0-9_/-]*)?$/;
const patternLengthMax = 253;

/**
 * The stored form of a pattern; null when invalid. Absolute names inside the domain are accepted.
 */
export function parsePattern(text: string, domainName: string): string | null {
  const lower = text.trim().toLowerCase().replace(/\.$/, '');
  if (lower === domainName) return '@';
  const pattern = lower.endsWith(`.${domainName}`) ? lower.slice(0, -domainName.length - 1) : lower;
  if (pattern === '@') return pattern;
  const isSound =
    pattern.length <= patternLengthMax &&
    pattern
      .split('.')
      .every((label) => label !== '' && label.length <= 63 && labelPattern.test(label));
  return isSound ? pattern : null;
}

export function matchesPattern(pattern: string, name: string): boolean {
  if (pattern === '*' || pattern === name) return true;
  if (pattern === '@' || name === '@') return false;
  const labels = pattern.split('.');
  const nameLabels = name.split('.');
  const isOpenInFront = labels[0] === '*';
  const isOpenAtEnd = labels.length > 1 && labels.at(-1) === '*';
  const fixed = labels.slice(isOpenInFront ? 1 : 0, isOpenAtEnd ? -1 : labels.length);
  // Where in the name the fixed labels may begin.
  const spare = nameLabels.length - fixed.length;
  const first = Math.max(isOpenAtEnd ? 0 : spare, isOpenInFront ? 1 : 0);
  const last = isOpenInFront ? spare : Math.min(0, spare);
  for (let start = first; start <= last; start += 1) {
    if (fixed.every((label, i) => matchesLabel(label, nameLabels[start + i] ?? ''))) return true;
  }
  return false;
}

/** A label of a pattern has at most one `*`. */
function matchesLabel(pattern: string, label: string): boolean {
  const star = pattern.indexOf('*');
  if (star === -1) return pattern === label;
  return (
    label.length >= pattern.length - 1 &&
    label.startsWith(pattern.slice(0, star)) &&
    label.endsWith(pattern.slice(star + 1))
  );
}

/** Null when a word is not a type of records. `TLSA` is the DNS name of `TLS`. */
export function parseTypes(text: string): ReadonlySet<RecordType> | null {
  const types = new Set<RecordType>();
  for (const word of text.split(',').map((part) => part.trim().toUpperCase())) {
    const typeCode = word === 'ALIAS' ? aliasTypeCode : typeCodeOf(word === 'TLS' ? 'TLSA' : word);
    const type = typeCode === null ? null : updatableType(typeCode);
    if (type === null) return null;
    types.add(type);
  }
  return types;
}

/** The record type with this type code; null when no record of it can be kept. */
export function updatableType(typeCode: number): RecordType | null {
  const type = recordTypeOf(typeCode);
  return typeProblem(type) === null ? type : null;
}

/** Why a key may not change a name and a type; null when it may. */
export function scopeObstacle(
  scope: KeyScope,
  touched: { readonly name: string; readonly typeCode: number | null },
): string | null {
  if (!matchesPattern(scope.pattern, touched.name)) {
    return `the key is for ${scope.pattern}, not for ${touched.name}`;
  }
  if (touched.typeCode === null) return null;
  const type = updatableType(touched.typeCode);
  if (type === null) return typeProblem(recordTypeOf(touched.typeCode));
  if (scope.types === null || scope.types.has(type)) return null;
  const labels = [...scope.types].map(typeLabel).join(', ');
  return `the key is for ${labels} records, not for ${typeLabel(type)}`;
}
