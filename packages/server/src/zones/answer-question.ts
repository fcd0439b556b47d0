/**
 * Authoritative answers from one zone (RFC 1034, section 4.3.2): wildcards by RFC 4592, negative
 * answers by RFC 2308, referrals with glue by RFC 9471, ANY by RFC 8482.
 */
import { Name, type ResourceRecord, rcodes, rrTypes, soaCodec } from '@hostmaster/dns';
import type { ZoneContent } from './zone-content.ts';

export interface ZoneAnswer {
  readonly rcode: number;
  readonly authoritative: boolean;
  readonly answers: readonly ResourceRecord[];
  readonly authorities: readonly ResourceRecord[];
  readonly additionals: readonly ResourceRecord[];
  /** How many of the first additionals a referral cannot do without. */
  readonly glueCount: number;
}

/** A chain of CNAMEs inside the zone is followed this far; the resolver goes on from there. */
const chainMax = 16;

export function answerQuestion(
  zone: ZoneContent,
  question: { readonly name: Name; readonly type: number },
): ZoneAnswer {
  const chain: ResourceRecord[] = [];
  let name = question.name;
  for (let links = 0; links < chainMax; links += 1) {
    const cut = zone.delegationAbove(name);
    if (cut !== null && !(question.type === rrTypes.DS && cut.equals(name))) {
      return referral(zone, cut, chain);
    }
    const found = recordsFor(zone, name);
    if (found === null) return negative(zone, rcodes.NXDOMAIN, chain);
    const matching = found.filter((record) => record.type === question.type);
    if (matching.length > 0) return positive([...chain, ...matching]);
    const first = found[0];
    if (question.type === rrTypes.ANY && first !== undefined) {
      return positive([...chain, ...found.filter(({ type }) => type === first.type)]);
    }
    const cname = found.find(({ type }) => type === rrTypes.CNAME);
    if (cname === undefined) return negative(zone, rcodes.NOERROR, chain);
    chain.push(cname);
    name = Name.fromTrustedWire(cname.rdata);
    const isCircle = chain.some((link) => link.name.equals(name));
    if (isCircle || !name.isAtOrBelow(zone.origin)) break;
  }
  return positive(chain);
}

/** Under the name that was asked for; null when it does not exist, not even through a wildcard. */
function recordsFor(zone: ZoneContent, name: Name): ResourceRecord[] | null {
  if (name.equals(zone.origin)) return [zone.soa, ...zone.at(name)].map(under(name));
  if (zone.exists(name)) return zone.at(name).map(under(name));
  let encloser = name.parent();
  while (encloser !== null && !zone.exists(encloser)) encloser = encloser.parent();
  const wildcard = encloser === null ? [] : zone.at(encloser.child('*'));
  return wildcard.length === 0 ? null : wildcard.map(under(name));
}

/** The letter case of the question is kept. */
function under(name: Name): (record: ResourceRecord) => ResourceRecord {
  return (record) => ({ ...record, name });
}

function positive(answers: readonly ResourceRecord[]): ZoneAnswer {
  return { ...blank, answers };
}

function negative(
  zone: ZoneContent,
  rcode: number,
  answers: readonly ResourceRecord[],
): ZoneAnswer {
  const { negativeTtlSeconds } = soaCodec.decode(zone.soa.rdata);
  const ttlSeconds = Math.min(zone.soa.ttlSeconds, negativeTtlSeconds);
  return { ...blank, rcode, answers, authorities: [{ ...zone.soa, ttlSeconds }] };
}

function referral(zone: ZoneContent, cut: Name, answers: readonly ResourceRecord[]): ZoneAnswer {
  const servers = zone.at(cut).filter(({ type }) => type === rrTypes.NS);
  const required: ResourceRecord[] = [];
  const helpful: ResourceRecord[] = [];
  for (const { rdata } of servers) {
    const host = Name.fromTrustedWire(rdata);
    if (!host.isAtOrBelow(zone.origin)) continue;
    const addresses = zone
      .at(host)
      .filter(({ type }) => type === rrTypes.A || type === rrTypes.AAAA);
    (host.isAtOrBelow(cut) ? required : helpful).push(...addresses);
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
