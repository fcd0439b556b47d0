/**
 * What a client that asks for DNSSEC gets besides an answer (RFC 4035, section 3.1): the signatures of
 * its sets, and the NSEC records that prove what does not exist.
 */
import { Name, type ResourceRecord, rrTypes } from '@hostmaster/dns';
import { type AnswerZone, coveredType, type ZoneAnswer } from './answer-question.ts';
import { lookUp, nameOfKey, wildcardLabel } from './lookup.ts';

/** A zone that is signed. */
export interface SignedAnswerZone extends AnswerZone {
  /** The NSEC record at the name, or the one before it in the chain; null while it is not known. */
  covering(name: Name): ResourceRecord | null;
}

export function signAnswer(
  zone: SignedAnswerZone,
  question: { readonly name: Name; readonly type: number },
  answer: ZoneAnswer,
): ZoneAnswer {
  const proofs = new Proofs(zone);
  const answers = withSignatures(zone, answer.answers, (name) => proofs.addAbsence(name));
  const isReferral = answer.authorities.some(({ type }) => type === rrTypes.NS);
  const isNegative = answer.authorities.some(({ type }) => type === rrTypes.SOA);
  if (isReferral) proofs.addDelegation(answer.authorities[0]?.name ?? zone.origin);
  if (isNegative) proofs.addDenial(endOf(question.name, answer.answers), question.type);
  const authorities = isReferral
    ? answer.authorities
    : withSignatures(zone, answer.authorities, () => {});
  const glue = answer.additionals.slice(0, answer.glueCount);
  const others = answer.additionals.slice(answer.glueCount);
  const additionals = isReferral
    ? answer.additionals
    : [...glue, ...withSignatures(zone, others, () => {})];
  return { ...answer, answers, authorities: [...authorities, ...proofs.records], additionals };
}

/** Each set with its signatures. `onExpanded` is called with a name that a wildcard stands for. */
function withSignatures(
  zone: AnswerZone,
  records: readonly ResourceRecord[],
  onExpanded: (name: Name) => void,
): ResourceRecord[] {
  const sets = Map.groupBy(records, ({ name, type }) => `${name.key} ${type}`);
  return [...sets.values()].flatMap((set) => {
    const [first] = set;
    if (first === undefined || first.type === rrTypes.RRSIG) return set;
    const { name, type, ttlSeconds } = first;
    const found = lookUp(zone.names, { key: name.key, type });
    if (found.kind !== 'exists') return set;
    const signatures = signaturesOf(zone, found.owner, type);
    if (signatures.length > 0 && found.owner !== name.key) onExpanded(name);
    return [...set, ...signatures.map((each) => ({ ...each, name, ttlSeconds }))];
  });
}

function signaturesOf(zone: AnswerZone, owner: string, covered: number): ResourceRecord[] {
  return zone.names
    .at(owner)
    .filter((each) => each.type === rrTypes.RRSIG && coveredType(each) === covered);
}

/** The name at the end of the CNAMEs of an answer. */
function endOf(name: Name, answers: readonly ResourceRecord[]): Name {
  const links = new Map(
    answers.filter(({ type }) => type === rrTypes.CNAME).map((each) => [each.name.key, each]),
  );
  let end = name;
  for (let count = 0; count <= links.size; count += 1) {
    const link = links.get(end.key);
    if (link === undefined) return end;
    end = Name.fromTrustedWire(link.rdata);
  }
  return end;
}

/** NSEC records and their signatures, each once. */
class Proofs {
  readonly #zone: SignedAnswerZone;
  readonly #records = new Map<string, readonly ResourceRecord[]>();

  constructor(zone: SignedAnswerZone) {
    this.#zone = zone;
  }

  get records(): readonly ResourceRecord[] {
    return [...this.#records.values()].flat();
  }

  /** The name has no records, whatever a wildcard says. */
  addAbsence(name: Name): void {
    const nsec = this.#zone.covering(name);
    if (nsec === null) return;
    this.#add(nsec.name.key, [nsec], rrTypes.NSEC);
  }

  /** A signed delegation has its DS; of one that is not signed it is proved that there is none. */
  addDelegation(cut: Name): void {
    const signers = this.#zone.names.at(cut.key).filter(({ type }) => type === rrTypes.DS);
    if (signers.length > 0) this.#add(cut.key, signers, rrTypes.DS);
    else this.addAbsence(cut);
  }

  addDenial(name: Name, type: number): void {
    const { names } = this.#zone;
    const found = lookUp(names, { key: name.key, type });
    // The NSEC at the name lists its types; that before an empty non-terminal leads past it.
    this.addAbsence(name);
    if (found.kind === 'nxdomain') {
      this.addAbsence(nameOfKey(`${wildcardLabel}${names.closestEncloser(name.key)}`));
    } else if (found.kind === 'exists' && found.owner !== name.key) {
      this.addAbsence(nameOfKey(found.owner));
    }
  }

  #add(owner: string, set: readonly ResourceRecord[], type: number): void {
    const key = `${owner} ${type}`;
    if (this.#records.has(key)) return;
    this.#records.set(key, [...set, ...signaturesOf(this.#zone, owner, type)]);
  }
}
