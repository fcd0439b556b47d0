/** A stored record, and what it is on the wire. */
import { Name, type ResourceRecord } from '@hostmaster/dns';

/** Something the owner of a zone should know: this record is not published as it was written. */
export interface ZoneWarning {
  readonly recordId: string;
  readonly message: string;
}

export interface Difference {
  readonly removed: readonly ResourceRecord[];
  readonly added: readonly ResourceRecord[];
}

/** Whether a relative name is a wildcard (RFC 4592): `*` stands leftmost or nowhere. */
export function isWildcard(relative: string): boolean {
  return relative === '*' || relative.startsWith('*.');
}

/** The full name of a relative one. Record names hold letters, digits, `-`, `_`, dots and `*` only. */
export function ownerName(zone: string, relative: string): Name {
  return Name.parse(relative === '@' ? zone : `${relative}.${zone}`);
}
