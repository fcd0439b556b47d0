/** DNSSEC of a domain as the API shows it. */
import { dnskeyCodec, presentRdata, rrTypes } from '@hostmaster/dns';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import {
  type Delegation,
  type DnssecWait,
  isMoving,
  isRolling,
  isTurningOff,
  mayHaveDs,
  nextStep,
} from '../../domains/dnssec-phase.ts';
import { isEntryPoint, isForeign, isOwn } from '../../domains/keys-with-ds.ts';
import { listDomainSecondaries } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { findFollowedCds } from '../../storage/queries/domains/followed-cds.ts';
import { findSigningPlace, listZoneKeys } from '../../storage/queries/zones/signing.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { DnssecPhase, DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { DomainWith } from '../../storage/tables/domains/domains.ts';
import type { FollowedCds } from '../../storage/tables/domains/followed-cds.ts';
import type { OwnKeyStage, ZoneKeyRow } from '../../storage/tables/zones/zone-keys.ts';
import { presentSigner, signerOf } from '../../zones/delegation-signers.ts';
import { waitText } from './dnssec-wait-text.ts';
import { type OwnHosts, ownHostsOf } from './own-hosts.ts';
import { readSignedServers } from './servers-behind.ts';

export type ShownKey = Pick<ZoneKeyRow, 'id' | 'dnskey' | 'stage'> &
  Partial<Pick<ZoneKeyRow, 'privateKey'>>;

/** What the answers show besides the row. */
export interface ShownDnssec {
  readonly keys: readonly ShownKey[];
  /** Whether sets are still to be signed with another key. */
  readonly isResigning: boolean;
  readonly serversBehind: readonly string[];
  readonly ownHosts: OwnHosts;
  /** Undefined where CDS records are not followed. */
  readonly followed: FollowedCds | undefined;
}

/** An unsigned domain costs no query for its keys. */
export async function loadShown(
  reader: HostmasterReader,
  domain: DomainWith<'id' | 'name' | 'signing'>,
  row: DomainDnssec | undefined,
): Promise<ShownDnssec> {
  const { id: domainId } = domain;
  const isWaiting = row !== undefined && isOfServers(row.phase);
  const isWalking = row?.phase === 'adding_key' || row?.phase === 'removing_key';
  const [keys, place, servers, own, followed] = await Promise.all([
    // Those of a zone that another operator signs now are being deleted.
    domain.zone.signing === 'off' || row?.foreignDs != null
      ? []
      : reader.all(listZoneKeys, { domainId }),
    isWalking ? reader.first(findSigningPlace, { domainId }) : undefined,
    isWaiting ? readSignedServers(reader, domain, row.signedSerial) : null,
    reader.all(listDomainSecondaries, { domainId }),
    reader.first(findFollowedCds, { domainId }),
  ]);
  return {
    keys,
    isResigning: place !== undefined || areChanging(keys),
    serversBehind: servers?.behind ?? [],
    ownHosts: ownHostsOf(row, { hasOwnSecondaries: own.length > 0 }),
    followed,
  };
}

/** Whether the phase waits for servers to have a version of the zone. */
export function isOfServers(phase: DnssecPhase): boolean {
  if (phase === 'waiting_for_servers' || phase === 'waiting_for_key_at_servers') return true;
  return phase === 'waiting_for_foreign_keys_at_servers';
}

/** Whether keys of another operator are to be published, or no longer (publication/offer-keys.ts). */
export function areChanging(keys: readonly Pick<ShownKey, 'stage'>[]): boolean {
  return keys.some(({ stage }) => stage === 'foreign_prepared' || stage === 'foreign_retired');
}

interface ServingHosts {
  /** Those of this service. */
  readonly defaultNameservers: readonly string[];
  /** Secondaries of the customer. */
  readonly ownHosts: OwnHosts;
}

/** Whether all nameservers of a domain get its signed zone from here. */
export function isServedHere(
  nameservers: readonly string[],
  { defaultNameservers, ownHosts }: ServingHosts,
): boolean {
  if (ownHosts === 'any') return true;
  return nameservers.every((host) => defaultNameservers.includes(host) || ownHosts.includes(host));
}

/** Whose nameservers a domain has. */
export function delegationOf(nameservers: readonly string[], hosts: ServingHosts): Delegation {
  if (isServedHere(nameservers, hosts)) return 'here';
  return nameservers.some((host) => isServedHere([host], hosts)) ? 'both' : 'elsewhere';
}

/** What of the row is shown. */
export type ShownRow = Pick<
  DomainDnssec,
  | 'phase'
  | 'since'
  | 'dueAt'
  | 'refusal'
  | 'isUrgent'
  | 'foreignDs'
  | 'dsConfirmedAt'
  | 'parentUnanswered'
>;

/** A phase that has just begun. */
export const begun = {
  dueAt: null,
  refusal: null,
  dsConfirmedAt: null,
  parentUnanswered: null,
} as const;

/** `row` is undefined for an unsigned domain. `now` is calendar time. */
export function dnssecView(
  domain: DomainWith<'name' | 'nameservers' | 'signing'>,
  row: ShownRow | undefined,
  {
    keys: shownKeys,
    isResigning,
    serversBehind,
    ownHosts,
    followed,
    defaultNameservers,
    hasLostKey = false,
    now,
  }: ShownDnssec & {
    readonly defaultNameservers: readonly string[];
    /** Whether a key with which the zone is signed cannot be opened. */
    readonly hasLostKey?: boolean;
    readonly now: number;
  },
) {
  const keys = shownKeys.filter(isOwn).map((key) => keyView(domain.name, key));
  const foreignKeys = shownKeys.filter(isForeign).map((key) => foreignKeyView(domain.name, key));
  const hasForeignKeys = foreignKeys.length > 0;
  if (row === undefined) {
    return {
      state: 'off' as const,
      phase: null,
      since: null,
      until: null,
      waitsFor: null,
      nameserversWaiting: false,
      keys,
      foreignDs: [],
      foreignKeys,
      ...followView(followed),
    };
  }
  const { phase, since, isUrgent, foreignDs, dsConfirmedAt, parentUnanswered } = row;
  const { signing } = domain.zone;
  const facts = { phase, since, isUrgent, now, signing, isResigning, serversBehind };
  const delegation = delegationOf(domain.zone.nameservers, {
    defaultNameservers,
    ownHosts,
  });
  const move = { hasForeignKeys, delegation };
  const step = nextStep({
    ...facts,
    ...move,
    dsConfirmedAt,
    isDsConfirmed: false,
    isParentSilent: parentUnanswered !== null,
  });
  const wait: DnssecWait = step.kind === 'wait' ? step.for : { kind: 'next' };
  const isLeaving = isTurningOff(phase);
  // While a domain comes from another operator, resolvers validate the answers of that one.
  const isOn = phase === 'on' || isRolling(phase) || isMoving(phase) || hasForeignKeys;
  return {
    state: isLeaving ? ('turning_off' as const) : isOn ? ('on' as const) : ('turning_on' as const),
    phase,
    since: isoTime(since),
    until: isoTimeOrNull('until' in wait ? wait.until : null),
    waitsFor: waitText(wait, { ...row, hasLostKey }),
    nameserversWaiting:
      isLeaving &&
      mayHaveDs(phase) &&
      !hasForeignKeys &&
      (delegation === 'here') === (foreignDs !== null),
    keys,
    foreignDs: [...(foreignDs ?? [])],
    foreignKeys,
    ...followView(followed),
  };
}

function followView(followed: FollowedCds | undefined) {
  return {
    followCds: followed !== undefined,
    cdsCheckedAt: isoTimeOrNull(followed?.checkedAt ?? null),
    cdsFinding: followed?.finding ?? null,
  };
}

function keyView(
  zone: string,
  { dnskey, stage }: Pick<ShownKey, 'dnskey'> & { readonly stage: OwnKeyStage },
) {
  const signer = signerOf(zone, dnskey);
  return {
    keyTag: signer.keyTag,
    algorithm: dnskeyCodec.decode(dnskey).algorithm,
    ds: presentSigner(signer),
    dnskey: presentRdata({ type: rrTypes.DNSKEY, rdata: dnskey }),
    stage,
  };
}

/** Only an entry point has a DS record. */
function foreignKeyView(zone: string, key: Pick<ShownKey, 'dnskey'>) {
  const signer = signerOf(zone, key.dnskey);
  return {
    keyTag: signer.keyTag,
    ds: isEntryPoint(key) ? presentSigner(signer) : null,
    dnskey: presentRdata({ type: rrTypes.DNSKEY, rdata: key.dnskey }),
  };
}
