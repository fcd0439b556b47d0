/**
 * Validates the answers about the apex of a signed zone as a resolver does (RFC 4035, section 5): from the
 * keys with a DS record to the DNSKEY set, and from there to the other sets and a denial. Pure.
 */
import {
  DnsFormatError,
  type Message,
  type Name,
  nsecCodec,
  type ResourceRecord,
  rcodes,
  rrTypes,
  typeName,
} from '@hostmaster/dns';
import { keyTag } from '@hostmaster/dns/dnssec';
import { type SetPlace, type SigningKeys, setAt, validSignatures } from './signed-set.ts';

/** The answers of one server, with signatures. */
export interface ApexAnswers {
  readonly keys: Message;
  readonly soa: Message;
  readonly nameservers: Message;
  /** To a question about a name that is not in the zone; a wildcard may stand for it. */
  readonly absent: Message;
  readonly absentName: Name;
}

export interface ExaminedApex {
  /** Why a resolver rejects the answers, as the end of a sentence; null when it accepts them. */
  readonly fault: string | null;
  /** When the first signature of these answers ends, in seconds; null with a fault. */
  readonly endsAtSeconds: number | null;
}

/** `anchors` is the data of the DNSKEY records that have a DS record, or will have one. */
export function examineApex(
  zone: Name,
  answers: ApexAnswers,
  by: { readonly anchors: readonly Uint8Array[]; readonly nowSeconds: number },
): ExaminedApex {
  try {
    const endsAtSeconds = Math.min(...endsOf(zone, answers, by));
    return { fault: null, endsAtSeconds };
  } catch (error) {
    if (error instanceof InvalidApex) return { fault: error.message, endsAtSeconds: null };
    if (!(error instanceof DnsFormatError)) throw error;
    return { fault: `a record cannot be read (${error.message})`, endsAtSeconds: null };
  }
}

class InvalidApex extends Error {}

/** The ends of all signatures. Throws at the first fault. */
function endsOf(
  zone: Name,
  { keys, soa, nameservers, absent, absentName }: ApexAnswers,
  { anchors, nowSeconds }: { readonly anchors: readonly Uint8Array[]; readonly nowSeconds: number },
): readonly number[] {
  const dnskeys = setAt(keys.answers, { name: zone, type: rrTypes.DNSKEY });
  const ends = anchors.flatMap((anchor) => {
    const key = dnskeys.find(({ rdata }) => Buffer.compare(rdata, anchor) === 0);
    if (key === undefined) throw new InvalidApex(`the key ${keyTag(anchor)} is not published`);
    const by = { dnskeys: [key], nowSeconds };
    return checkedSet(keys.answers, { name: zone, type: rrTypes.DNSKEY }, by);
  });
  const by = { dnskeys, nowSeconds };
  return [
    ...ends,
    ...checkedSet(soa.answers, { name: zone, type: rrTypes.SOA }, by),
    ...checkedSet(nameservers.answers, { name: zone, type: rrTypes.NS }, by),
    ...checkedDenial(zone, absent, { ...by, absentName }),
  ];
}

/** The ends of the signatures of a set that one of the keys has signed. */
function checkedSet(
  records: readonly ResourceRecord[],
  place: SetPlace,
  by: SigningKeys,
): readonly number[] {
  const what = `the ${typeName(place.type)} records of ${place.name.toHostname()}`;
  if (setAt(records, place).length === 0) throw new InvalidApex(`${what} are missing`);
  const valid = validSignatures(records, place, by);
  if (valid.length === 0) throw new InvalidApex(`${what} have no valid signature`);
  return valid.map(({ expiration }) => expiration);
}

/** One label below the apex, so that the wildcard of the apex is the only one that may stand for it. */
function checkedDenial(
  zone: Name,
  absent: Message,
  { absentName, ...by }: SigningKeys & { readonly absentName: Name },
): readonly number[] {
  const links = absent.authorities.filter(({ type }) => type === rrTypes.NSEC);
  const ends = links.flatMap(({ name, type }) =>
    checkedSet(absent.authorities, { name, type }, by),
  );
  const isDenied = (name: Name) => links.some((link) => covers(zone, link, name));
  if (!isDenied(absentName)) {
    throw new InvalidApex('no NSEC record proves that a name does not exist');
  }
  const isProved = absent.rcode !== rcodes.NXDOMAIN || isDenied(zone.child('*'));
  if (!isProved) throw new InvalidApex('no NSEC record proves that there is no wildcard');
  return ends;
}

/** Whether the name is after the owner of the NSEC record, and before the next one. */
function covers(zone: Name, { name: owner, rdata }: ResourceRecord, name: Name): boolean {
  const { next } = nsecCodec.decode(rdata);
  if (owner.compare(name) >= 0) return false;
  return next.equals(zone) || name.compare(next) < 0;
}
