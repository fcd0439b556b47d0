/**
 * What a zone has authority over at a name, by the types that the name has. Below a delegation or a
 * DNAME a zone has none: such names are neither signed nor part of the chain (RFC 4035, section 2.3).
 */
import { rrTypes } from '../protocol.ts';

export interface NameTypes {
  readonly types: ReadonlySet<number>;
  readonly isApex: boolean;
}

/** Names below are in another zone, or stand for other names. */
export function hidesBelow({ types, isApex }: NameTypes): boolean {
  return isDelegation({ types, isApex }) || types.has(rrTypes.DNAME);
}

export function isDelegation({ types, isApex }: NameTypes): boolean {
  return !isApex && types.has(rrTypes.NS);
}

/** Whether the zone signs the set of this type: at a delegation the DS only. */
export function isSignedType(name: NameTypes, type: number): boolean {
  if (type === rrTypes.RRSIG) return false;
  return !isDelegation(name) || type === rrTypes.DS || type === rrTypes.NSEC;
}

/** What the NSEC of the name lists. Addresses at a delegation are glue, and not listed. */
export function listedTypes(name: NameTypes): number[] {
  const listed = [...name.types].filter((type) => type === rrTypes.NS || isSignedType(name, type));
  return [...new Set([...listed, rrTypes.NSEC, rrTypes.RRSIG])].sort((a, b) => a - b);
}
