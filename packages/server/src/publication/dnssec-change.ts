/** What the phases of DNSSEC write. The caller has locked the domain. */
import { type Change, noChange } from '../changes/change.ts';
import { convergenceJob } from '../changes/job-kinds.ts';
import { isOfRegistry, phaseAfterOff, timesOf } from '../domains/dnssec-phase.ts';
import { insert, type RowWrite, update } from '../storage/row-write.ts';
import {
  type DnssecPhase,
  type DomainDnssec,
  domainDnssec,
} from '../storage/tables/domains/domain-dnssec.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';

export type DnssecDomain = Pick<Domain, 'id' | 'desiredRevision'>;

/** The row of a domain whose zone begins to be signed. */
export function newDnssecRow(domainId: string, now: number): RowWrite {
  const phase = 'signing';
  return insert(domainDnssec, { ...newRow, domainId, phase, since: now, ...timesOf(phase, now) });
}

const newRow = {
  signedSerial: null,
  refusal: null,
  dsConfirmedAt: null,
  parentUnanswered: null,
  isUrgent: false,
  examineAt: 0,
  foreignDs: null,
  foreignKeys: null,
  offersDue: false,
} as const;

/** The registry gets DS records of another operator, instead of those it has got before. */
export function sendForeignDs(
  domain: DnssecDomain,
  { given, isNew, now }: { readonly given: GivenDs; readonly isNew: boolean; readonly now: number },
): Change {
  const phase = 'sending_ds';
  if (!isNew) return enterPhase(domain, phase, { now, ...given });
  return sendAgain(domain, [foreignDsRow(domain.id, { phase, given, now })]);
}

/** DS records of another operator, and their keys where the registry takes keys. */
export interface GivenDs {
  readonly foreignDs: readonly string[];
  readonly foreignKeys: DomainDnssec['foreignKeys'];
}

/** The row of a domain that another operator signs. */
export function foreignDsRow(
  domainId: string,
  {
    phase,
    given,
    now,
  }: { readonly phase: DnssecPhase; readonly given: GivenDs; readonly now: number },
): RowWrite {
  const row = { ...newRow, domainId, phase, since: now, ...given };
  return insert(domainDnssec, { ...row, ...timesOf(phase, now) });
}

/** `now` is calendar time. */
export function enterPhase(
  domain: DnssecDomain,
  phase: DnssecPhase,
  {
    now,
    ...others
  }: { readonly now: number } & Partial<
    Pick<DomainDnssec, 'signedSerial' | 'isUrgent' | 'foreignDs' | 'foreignKeys'>
  >,
): Change {
  const set = {
    phase,
    since: now,
    refusal: null,
    dsConfirmedAt: null,
    parentUnanswered: null,
    offersDue: true,
    ...timesOf(phase, now),
    ...others,
  };
  const row = update(domainDnssec, { domainId: domain.id }, set);
  // When the zone is unsigned, nameservers that had to wait are sent.
  const isSent = isOfRegistry(phase) || phase === 'unsigning';
  const change = isSent ? sendAgain(domain, [row]) : { rows: [row] };
  return { ...change, announce: [{ kind: 'signing-changed' }] };
}

/** The registry gets what it must have now; a job that runs already begins again. */
export function sendAgain(
  { id, desiredRevision }: DnssecDomain,
  rows: readonly RowWrite[] = [],
): Change {
  return {
    rows: [...rows, update(domains, { id }, { desiredRevision: desiredRevision + 1 })],
    jobs: [convergenceJob({ domainId: id })],
  };
}

/** Nothing where it is being turned off already. */
export function turnOff(
  domain: DnssecDomain,
  { phase: before }: Pick<DomainDnssec, 'phase'>,
  now: number,
): Change {
  const phase = phaseAfterOff(before);
  return phase === before ? noChange : enterPhase(domain, phase, { now });
}
