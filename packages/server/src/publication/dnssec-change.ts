/** What the phases of DNSSEC write. The caller has locked the domain. */
import { newId } from '../base/ids.ts';
import { type Change, combine } from '../changes/change.ts';
import { convergenceJob } from '../changes/job-kinds.ts';
import {
  type DnssecFacts,
  type DnssecStep,
  isOfRegistry,
  stepAfterOff,
  timesOf,
} from '../domains/dnssec-phase.ts';
import { isEntryPoint, isForeign } from '../domains/keys-with-ds.ts';
import { insert, type RowWrite, update } from '../storage/row-write.ts';
import {
  type DnssecPhase,
  type DomainDnssec,
  domainDnssec,
} from '../storage/tables/domains/domain-dnssec.ts';
import { type Domain, type DomainWith, domains } from '../storage/tables/domains/domains.ts';
import {
  type ForeignKeyStage,
  type ZoneKeyRow,
  zoneKeys,
} from '../storage/tables/zones/zone-keys.ts';
import { presentSigner, signerWithKey } from '../zones/delegation-signers.ts';
import { endSigning } from './begin-signing.ts';

export type DnssecDomain = DomainWith<'id' | 'desiredRevision'>;

/** The row of a domain whose zone begins to be signed. */
export function newDnssecRow(
  domainId: string,
  { ownHosts, now }: Pick<DomainDnssec, 'ownHosts'> & { readonly now: number },
): RowWrite {
  const phase = 'signing';
  const row = { ...newRow, domainId, phase, since: now, ownHosts } as const;
  return insert(domainDnssec, { ...row, ...timesOf(phase, now) });
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
  ownHosts: null,
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
    Pick<DomainDnssec, 'signedSerial' | 'isUrgent' | 'foreignDs' | 'foreignKeys' | 'ownHosts'>
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
  { id, registry: { desiredRevision } }: DnssecDomain,
  rows: readonly RowWrite[] = [],
): Change {
  return {
    rows: [...rows, update(domains, { id }, { desiredRevision: desiredRevision + 1 })],
    jobs: [convergenceJob({ domainId: id })],
  };
}

/** What turning it off depends on. */
export interface TurnedOff extends Pick<DnssecFacts, 'delegation'> {
  readonly row: Pick<DomainDnssec, 'phase'>;
  readonly keys: readonly Pick<ZoneKeyRow, 'dnskey' | 'stage'>[];
}

/** Null where it is being turned off already. */
export function stepOff({ row, keys, delegation }: TurnedOff): DnssecStep | null {
  return stepAfterOff(row.phase, { hasForeignKeys: keys.some(isForeign), delegation });
}

/**
 * The zone is unsigned here, and the registry keeps the DS records of the operator that goes on signing it. Both
 * in one change: no job may see the domain without its keys and without these records.
 */
export function handOver(
  domain: DnssecDomain & Pick<Domain, 'name'>,
  keys: TurnedOff['keys'],
  now: number,
): Change {
  return combine(endSigning(domain), enterPhase(domain, 'on', { now, ...keptDs(domain, keys) }), {
    ...sendAgain(domain),
  });
}

/** The DS records of the other operator, and the keys for registries that take these. */
export function keptDs({ name }: Pick<Domain, 'name'>, keys: TurnedOff['keys']): GivenDs {
  const signers = keys
    .filter((key) => isForeign(key) && isEntryPoint(key))
    .map(({ dnskey }) => signerWithKey(name, dnskey));
  return { foreignDs: signers.map(presentSigner), foreignKeys: signers.map(({ key }) => key) };
}

/** The rows of keys of another operator, in this stage. */
export function foreignKeyRows(
  domainId: string,
  dnskeys: readonly Uint8Array[],
  { stage, now }: { readonly stage: ForeignKeyStage; readonly now: number },
): readonly RowWrite[] {
  const common = { domainId, privateKey: '', stage, offer: 'none', createdAt: now } as const;
  return dnskeys.map((dnskey) => insert(zoneKeys, { ...common, id: newId('zky'), dnskey }));
}

/** They are no longer published when the zone has its next version. */
export function retireForeignKeys(
  keys: readonly Pick<ZoneKeyRow, 'id' | 'stage'>[],
): readonly RowWrite[] {
  return keys
    .filter(isForeign)
    .map(({ id }) => update(zoneKeys, { id }, { stage: 'foreign_retired' }));
}
