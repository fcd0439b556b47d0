/** DNSSEC of a domain as the API shows it. */
import { dnskeyCodec, presentRdata, rrTypes } from '@hostmaster/dns';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import {
  type DnssecWait,
  isRolling,
  isTurningOff,
  mayHaveDs,
  nextStep,
} from '../../domains/dnssec-phase.ts';
import { listDomainSecondaries } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { findSigningPlace, listZoneKeys } from '../../storage/queries/zones/signing.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { ZoneKeyRow } from '../../storage/tables/zones/zone-keys.ts';
import { presentSigner, signerOf } from '../../zones/delegation-signers.ts';
import { waitText } from './dnssec-wait-text.ts';
import { readSignedServers } from './servers-behind.ts';

export type ShownKey = Pick<ZoneKeyRow, 'id' | 'dnskey' | 'stage'>;

/** What the answers show besides the row. */
export interface ShownDnssec {
  readonly keys: readonly ShownKey[];
  /** Whether sets are still to be signed with another key. */
  readonly isResigning: boolean;
  readonly serversBehind: readonly string[];
  readonly hasOwnSecondaries: boolean;
}

/** An unsigned domain costs no query for its keys. */
export async function loadShown(
  reader: HostmasterReader,
  domain: Pick<Domain, 'id' | 'name' | 'signing'>,
  row: DomainDnssec | undefined,
): Promise<ShownDnssec> {
  const { id: domainId } = domain;
  const isWaiting =
    row?.phase === 'waiting_for_servers' || row?.phase === 'waiting_for_key_at_servers';
  const isWalking = row?.phase === 'adding_key' || row?.phase === 'removing_key';
  const [keys, place, servers, own] = await Promise.all([
    domain.signing === 'off' ? [] : reader.all(listZoneKeys, { domainId }),
    isWalking ? reader.first(findSigningPlace, { domainId }) : undefined,
    isWaiting ? readSignedServers(reader, domain, row.signedSerial) : null,
    reader.all(listDomainSecondaries, { domainId }),
  ]);
  return {
    keys,
    isResigning: place !== undefined,
    serversBehind: servers?.behind ?? [],
    hasOwnSecondaries: own.length > 0,
  };
}

/**
 * Whether all nameservers of a domain get its signed zone from here: those of this service, or any where
 * the customer has secondaries of the domain, which they answer for.
 */
export function isServedHere(
  nameservers: readonly string[],
  {
    defaultNameservers,
    hasOwnSecondaries,
  }: { readonly defaultNameservers: readonly string[]; readonly hasOwnSecondaries: boolean },
): boolean {
  return hasOwnSecondaries || nameservers.every((host) => defaultNameservers.includes(host));
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
  domain: Pick<Domain, 'name' | 'nameservers' | 'signing'>,
  row: ShownRow | undefined,
  {
    keys: shownKeys,
    isResigning,
    serversBehind,
    hasOwnSecondaries,
    defaultNameservers,
    now,
  }: ShownDnssec & { readonly defaultNameservers: readonly string[]; readonly now: number },
) {
  const keys = shownKeys.map((key) => keyView(domain.name, key));
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
    };
  }
  const { phase, since, isUrgent, foreignDs, dsConfirmedAt } = row;
  const { signing } = domain;
  const facts = { phase, since, isUrgent, now, signing, isResigning, serversBehind };
  const step = nextStep({ ...facts, dsConfirmedAt, isDsConfirmed: false });
  const wait: DnssecWait = step.kind === 'wait' ? step.for : { kind: 'next' };
  const isLeaving = isTurningOff(phase);
  return {
    state:
      phase === 'on' || isRolling(phase)
        ? ('on' as const)
        : isLeaving
          ? ('turning_off' as const)
          : ('turning_on' as const),
    phase,
    since: isoTime(since),
    until: isoTimeOrNull('until' in wait ? wait.until : null),
    waitsFor: waitText(wait, row),
    nameserversWaiting:
      isLeaving &&
      mayHaveDs(phase) &&
      isServedHere(domain.nameservers, { defaultNameservers, hasOwnSecondaries }) ===
        (foreignDs !== null),
    keys,
    foreignDs: [...(foreignDs ?? [])],
  };
}

function keyView(zone: string, { dnskey, stage }: ShownKey) {
  const signer = signerOf(zone, dnskey);
  return {
    keyTag: signer.keyTag,
    algorithm: dnskeyCodec.decode(dnskey).algorithm,
    ds: presentSigner(signer),
    dnskey: presentRdata({ type: rrTypes.DNSKEY, rdata: dnskey }),
    stage,
  };
}
