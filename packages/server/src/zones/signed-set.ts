/** A set of records in an answer, and its valid signatures (RFC 4035, section 5.3). Pure. */
import {
  type Name,
  type ResourceRecord,
  type RrsigData,
  rrsigCodec,
  rrTypes,
} from '@hostmaster/dns';
import { isSigned } from '@hostmaster/dns/dnssec';
import { coveredType } from './answer-question.ts';

export interface SetPlace {
  readonly name: Name;
  readonly type: number;
}

export interface SigningKeys {
  readonly dnskeys: readonly ResourceRecord[];
  readonly nowSeconds: number;
}

export function setAt(records: readonly ResourceRecord[], { name, type }: SetPlace) {
  return records.filter((each) => each.type === type && each.name.equals(name));
}

/** Those of a set, valid or not. */
export function signaturesOf(records: readonly ResourceRecord[], { name, type }: SetPlace) {
  return setAt(records, { name, type: rrTypes.RRSIG }).filter((each) => coveredType(each) === type);
}

/** Those that one of the keys has made, and that are valid at this time. */
export function validSignatures(
  records: readonly ResourceRecord[],
  place: SetPlace,
  by: SigningKeys,
): readonly RrsigData[] {
  const set = setAt(records, place);
  if (set.length === 0) return [];
  return signaturesOf(records, place)
    .filter((signature) => isSigned(set, [signature], by))
    .map(({ rdata }) => rrsigCodec.decode(rdata));
}
