/**
 * Authoritative answers from one zone (RFC 1034, section 4.3.2): wildcards by RFC 4592, negative
 * answers by RFC 2308, DNAME by RFC 6672, referrals with glue by RFC 9471, ANY by RFC 8482.
 */
import { Name, nameInRdata, type ResourceRecord, rcodes, rrTypes, soaCodec } from '@hostmaster/dns';
import { existenceMarkerType } from '@hostmaster/dns/records';
import { type LookupZone, lookUp } from './lookup.ts';
import { redirectedName } from './redirected-name.ts';

/** What answers are made from. `ZoneContent` implements it in memory. */
export interface AnswerZone {
  readonly origin: Name;
  readonly soa: ResourceRecord;
  /** Every record but the SOA. */
  readonly names: LookupZone<ResourceRecord>;
}

export interface ZoneAnswer {
  readonly rcode: number;
  readonly authoritative: boolean;
  readonly answers: readonly ResourceRecord[];
  readonly authorities: readonly ResourceRecord[];
  readonly additionals: readonly ResourceRecord[];
  /** How many of the first additionals are glue that the referral requires. */
  readonly glueCount: number;
}

/** How many CNAMEs are followed inside the zone, as in Knot; the resolver continues from there. */
const chainMax = 5;

export function answerQuestion(
  zone: AnswerZone,
  question: { readonly name: Name; readonly type: number },
): ZoneAnswer {
  const chain: ResourceRecord[] = [];
  let name = question.name;
  for (let links = 0; links < chainMax; links += 1) {
    const found = lookUp(zone.names, { key: name.key, type: question.type });
    if (found.kind === 'delegation') return referral(zone, found.cut, chain);
    if (found.kind === 'nxdomain') return negative(zone, rcodes.NXDOMAIN, chain);
    if (found.kind === 'redirection') {
      const next = redirect(zone, found.owner, { name, chain });
      if (next === null) return { ...positive(zone, chain), rcode: rcodes.YXDOMAIN };
      name = next;
      if (question.type === rrTypes.CNAME || !isFollowed(zone, name, chain)) break;
      continue;
    }
    const records = found.owner === zone.names.apex ? [zone.soa, ...found.records] : found.records;
    const matching =
      question.type === rrTypes.ANY
        ? firstSet(records)
        : narrowed(records.filter(({ type }) => type === question.type));
    if (matching.length > 0) return positive(zone, [...chain, ...matching.map(under(name))]);
    const cname = records.find(({ type }) => type === rrTypes.CNAME);
    if (cname === undefined || besideCname.has(question.type))
      return negative(zone, rcodes.NOERROR, chain);
    chain.push({ ...cname, name });
    name = Name.fromTrustedWire(cname.rdata);
    if (!isFollowed(zone, name, chain)) break;
  }
  return positive(zone, chain);
}

/** The DNAME and the CNAME that follows from it join the chain (RFC 6672, section 3.1). */
function redirect(
  zone: AnswerZone,
  owner: string,
  { name, chain }: { readonly name: Name; readonly chain: ResourceRecord[] },
): Name | null {
  const dname = zone.names.at(owner).find(({ type }) => type === rrTypes.DNAME);
  if (dname === undefined) throw new Error('A redirected name has a DNAME.');
  if (!chain.includes(dname)) chain.push(dname);
  const target = redirectedName(name, dname);
  if (target !== null) chain.push({ ...dname, name, type: rrTypes.CNAME, rdata: target.wire });
  return target;
}

/** Whether the chain goes on at its end inside the zone. */
function isFollowed(zone: AnswerZone, end: Name, chain: readonly ResourceRecord[]): boolean {
  const isCircle = chain.some(({ type, name }) => type === rrTypes.CNAME && name.equals(end));
  return !isCircle && end.isAtOrBelow(zone.origin);
}

/** One set answers ANY (RFC 8482): that of the type with the lowest number. */
function firstSet(records: readonly ResourceRecord[]): readonly ResourceRecord[] {
  const kept = records.filter(({ type }) => !unshown.has(type));
  const first = Math.min(...kept.map(({ type }) => type));
  return kept.filter(({ type }) => type === first);
}

/** Signatures alone prove nothing: those of one set answer for all (RFC 8482, section 7). */
function narrowed(records: readonly ResourceRecord[]): readonly ResourceRecord[] {
  if (records[0]?.type !== rrTypes.RRSIG) return records;
  const first = Math.min(...records.map(coveredType));
  return records.filter((record) => coveredType(record) === first);
}

/** The type that a signature covers: the first field of its data. */
export function coveredType({ rdata }: ResourceRecord): number {
  return ((rdata[0] ?? 0) << 8) | (rdata[1] ?? 0);
}

/** What no client means by ANY. */
const unshown: ReadonlySet<number> = new Set([existenceMarkerType, rrTypes.RRSIG, rrTypes.NSEC]);

/** A CNAME may stand beside these, so it does not redirect them (RFC 4034, sections 3 and 4). */
const besideCname: ReadonlySet<number> = new Set([rrTypes.RRSIG, rrTypes.NSEC]);

/** Owner names keep the letter case of the question. */
function under(name: Name): (record: ResourceRecord) => ResourceRecord {
  return (record) => ({ ...record, name });
}

/** With the addresses that clients ask for next, as far as the zone has them. */
function positive(zone: AnswerZone, answers: readonly ResourceRecord[]): ZoneAnswer {
  const hosts = new Map<string, Name>();
  for (const { type, rdata } of answers) {
    const host = hostTypes.has(type) ? nameInRdata(type, rdata) : null;
    if (host?.isAtOrBelow(zone.origin)) hosts.set(host.key, host);
  }
  return { ...blank, answers, additionals: [...hosts.values()].flatMap(addressesIn(zone)) };
}

const hostTypes: ReadonlySet<number> = new Set([
  rrTypes.NS,
  rrTypes.MX,
  rrTypes.SRV,
  rrTypes.SVCB,
  rrTypes.HTTPS,
]);

function addressesIn(zone: AnswerZone): (host: Name) => ResourceRecord[] {
  return (host) => {
    const found = lookUp(zone.names, { key: host.key, type: rrTypes.A });
    return found.kind === 'exists' ? found.records.filter(isAddress).map(under(host)) : [];
  };
}

function isAddress({ type }: ResourceRecord): boolean {
  return type === rrTypes.A || type === rrTypes.AAAA;
}

function negative(zone: AnswerZone, rcode: number, answers: readonly ResourceRecord[]): ZoneAnswer {
  const { negativeTtlSeconds } = soaCodec.decode(zone.soa.rdata);
  const ttlSeconds = Math.min(zone.soa.ttlSeconds, negativeTtlSeconds);
  return { ...blank, rcode, answers, authorities: [{ ...zone.soa, ttlSeconds }] };
}

function referral(zone: AnswerZone, cut: string, answers: readonly ResourceRecord[]): ZoneAnswer {
  const servers = zone.names.at(cut).filter(({ type }) => type === rrTypes.NS);
  const required: ResourceRecord[] = [];
  const helpful: ResourceRecord[] = [];
  for (const { name, rdata } of servers) {
    const host = Name.fromTrustedWire(rdata);
    const addresses = zone.names.at(host.key).filter(isAddress);
    (host.isAtOrBelow(name) ? required : helpful).push(...addresses);
  }
  return {
    ...blank,
    authoritative: answers.length > 0,
    answers,
    authorities: servers,
    additionals: [...required, ...helpful],
    glueCount: required.length,
  };
}

const blank: ZoneAnswer = {
  rcode: rcodes.NOERROR,
  authoritative: true,
  answers: [],
  authorities: [],
  additionals: [],
  glueCount: 0,
};
