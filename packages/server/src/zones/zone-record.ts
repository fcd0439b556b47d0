/** Names of stored records, and warnings about them. */
import { Name } from '@hostmaster/dns';

/** Something the owner of a zone should know: this record is not published as it was written. */
export interface ZoneWarning {
  readonly recordId: string;
  readonly message: string;
}

/** Whether a relative name is a wildcard (RFC 4592): `*` stands leftmost or nowhere. */
export function isWildcard(relative: string): boolean {
  return relative === '*' || relative.startsWith('*.');
}

/** The full name of a relative one. Record names hold letters, digits, `-`, `_`, dots and `*` only. */
export function ownerName(zone: string, relative: string): Name {
  return Name.parse(relative === '@' ? zone : `${relative}.${zone}`);
}
