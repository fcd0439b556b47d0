/**
 * The lookup of one name in one zone: delegation cuts (RFC 1034, section 4.3.2), DNAME (RFC 6672),
 * empty non-terminals and wildcards (RFC 4592). Answers, flattening and warnings all use it. Names are
 * given by `Name.key`: the wire form in lower case, so the key of an ancestor is a suffix of it.
 */
import { Name, rrTypes } from '@hostmaster/dns';

/** What a lookup reads of a zone. `ZoneNames` implements it in memory. */
export interface LookupZone<R> {
  /** The key of the apex. */
  readonly apex: string;
  /** The records of one owner name; empty when it has none. */
  at(key: string): readonly R[];
  /** Whether the name has records or is an empty non-terminal. The apex always exists. */
  exists(key: string): boolean;
  /** The longest ancestor of a name below the apex that exists (RFC 4592, section 3.3.1). */
  closestEncloser(key: string): string;
  /** Whether the NS records of this name, below the apex, delegate it. */
  isDelegated(key: string): boolean;
  /** Whether this name has a DNAME, which redirects all names below it. */
  isRedirected(key: string): boolean;
}

export type Lookup<R> =
  /** The name is at or below this delegated name. */
  | { readonly kind: 'delegation'; readonly cut: string }
  /** The name is below `owner`, which has a DNAME. */
  | { readonly kind: 'redirection'; readonly owner: string }
  /** The name exists, or a wildcard covers it: `owner` is where the records stand. */
  | { readonly kind: 'exists'; readonly owner: string; readonly records: readonly R[] }
  | { readonly kind: 'nxdomain' };

/** The name must be at or below the apex. */
export function lookUp<R>(
  zone: LookupZone<R>,
  question: { readonly key: string; readonly type: number },
): Lookup<R> {
  const { key, type } = question;
  const cut = findCut(zone, key);
  // The parent side of a cut is authoritative for DS (RFC 4035, section 3.1.4.1).
  if (cut !== null && !(type === rrTypes.DS && cut === key)) return { kind: 'delegation', cut };
  const above = findRedirection(zone, key);
  if (above !== null) return { kind: 'redirection', owner: above };
  if (zone.exists(key)) return { kind: 'exists', owner: key, records: zone.at(key) };
  const owner = `${wildcardLabel}${zone.closestEncloser(key)}`;
  const records = zone.at(owner);
  return records.length === 0 ? { kind: 'nxdomain' } : { kind: 'exists', owner, records };
}

/** The delegated name that this name is at or below: the one closest to the apex. */
export function findCut<R>(zone: LookupZone<R>, key: string): string | null {
  let cut: string | null = null;
  for (let at = key; at.length > zone.apex.length; at = parentKey(at)) {
    if (zone.isDelegated(at)) cut = at;
  }
  return cut;
}

/** The name with a DNAME that this name is below. No name below it has records of its own. */
function findRedirection<R>(zone: LookupZone<R>, key: string): string | null {
  for (let at = key; at.length > zone.apex.length; ) {
    at = parentKey(at);
    if (zone.isRedirected(at)) return at;
  }
  return null;
}

/** The name without its leftmost label. */
export function parentKey(key: string): string {
  return key.slice(key.charCodeAt(0) + 1);
}

export function nameOfKey(key: string): Name {
  return Name.fromTrustedWire(Uint8Array.from(key, (octet) => octet.charCodeAt(0)));
}

/** In wire form: its length and the asterisk. */
export const wildcardLabel = '\u0001*';
