/** The octets that a signature covers: its own fields and the set in canonical form (RFC 4034, section 3.1.8.1). */
import { concatBytes, equalBytes, u16, u32 } from '../bytes.ts';
import type { ResourceRecord } from '../message.ts';
import { compareBytes, Name } from '../name.ts';
import { rrTypes } from '../protocol.ts';
import { canonicalRdata } from '../rdata/name-layout.ts';
import type { RrsigData } from '../rdata/rrsig.ts';

export type SignatureHead = Omit<RrsigData, 'type' | 'signature'>;

/** The records are one set: same name, type and class. `octets` are those of the head. */
export function signedData(
  octets: Uint8Array,
  { labels, originalTtl }: Pick<SignatureHead, 'labels' | 'originalTtl'>,
  set: readonly ResourceRecord[],
): Uint8Array {
  const [first] = set;
  if (first === undefined) throw new Error('A set without records cannot be signed.');
  const owner = signedOwner(first.name, labels).wire;
  const fixed = concatBytes([owner, u16(first.type), u16(first.class), u32(originalTtl)]);
  const parts = [octets];
  for (const rdata of sortedRdata(set)) parts.push(fixed, u16(rdata.length), rdata);
  return concatBytes(parts);
}

/** The labels that a signature counts: a leading `*` is not one of them. */
export function signedLabels(owner: Name): number {
  return owner.labelCount - (owner.isWildcard ? 1 : 0);
}

/** Without duplicates, in the order of RFC 4034, section 6.3. */
export function sortedRdata(set: readonly ResourceRecord[]): Uint8Array[] {
  const each = set.map(({ type, rdata }) => signedRdata(type, rdata));
  if (each.length === 1) return each;
  return each
    .sort(compareBytes)
    .filter((rdata, at, all) => at === 0 || !equalBytes(rdata, all[at - 1] ?? rdata));
}

/** A name that was expanded from a wildcard has more labels than were signed. */
function signedOwner(owner: Name, labels: number): Name {
  const surplus = owner.labelCount - labels;
  if (surplus <= 0 || (surplus === 1 && owner.isWildcard)) return owner.toLowerCase();
  const kept = owner.toLowerCase().labels().slice(surplus);
  return Name.fromLabels([Uint8Array.of(0x2a), ...kept]);
}

/** Names inside are in lower case only in the types that RFC 4034, section 6.2, lists. */
export function signedRdata(type: number, rdata: Uint8Array): Uint8Array {
  return type === rrTypes.SVCB || type === rrTypes.HTTPS ? rdata : canonicalRdata(type, rdata);
}
