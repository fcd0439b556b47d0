/** Names of stored records, and warnings about them. */
import type { RecordProblemCode } from '@hostmaster/contract';
import { Name } from '@hostmaster/dns';

/** A warning that a record is not published as it was saved, and why. */
export interface ZoneWarning {
  readonly recordId: string;
  readonly code: RecordProblemCode;
  readonly message: string;
}

export type Warn<Stored> = (stored: Stored, code: RecordProblemCode, message: string) => void;

/** Whether a relative name is a wildcard (RFC 4592): `*` stands leftmost or nowhere. */
export function isWildcard(relative: string): boolean {
  return relative === '*' || relative.startsWith('*.');
}

/**
 * The absolute form of a relative name. Record names hold letters, digits, `-`, `_`, `/`, dots and `*`.
 */
export function ownerName(zone: string, relative: string): Name {
  return Name.parse(relative === '@' ? zone : `${relative}.${zone}`);
}
