/** DNSSEC of a domain as the API shows it. */
import { dnskeyCodec, presentRdata, rrTypes } from '@hostmaster/dns';
import { isoTime, isoTimeOrNull } from '../../base/iso-time.ts';
import { type DnssecWait, isTurningOff, mayHaveDs, nextStep } from '../../domains/dnssec-phase.ts';
import { listDomainSecondaries } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { listZoneKeys } from '../../storage/queries/zones/signing.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { presentSigner, signerOf } from '../../zones/delegation-signers.ts';
import { readSignedServers } from './servers-behind.ts';

/** What the answers show besides the row. */
export interface ShownDnssec {
  readonly dnskeys: readonly Uint8Array[];
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
  const isWaiting = row?.phase === 'waiting_for_servers';
  const [keys, servers, own] = await Promise.all([
    domain.signing === 'off' ? [] : reader.all(listZoneKeys, { domainId }),
    isWaiting ? readSignedServers(reader, domain, row.signedSerial) : null,
    reader.all(listDomainSecondaries, { domainId }),
  ]);
  return {
    dnskeys: keys.map(({ dnskey }) => dnskey),
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

/** `row` is undefined for an unsigned domain. `now` is calendar time. */
export function dnssecView(
  domain: Pick<Domain, 'name' | 'nameservers' | 'signing'>,
  row: Pick<DomainDnssec, 'phase' | 'since' | 'dueAt' | 'refusal'> | undefined,
  {
    dnskeys,
    serversBehind,
    hasOwnSecondaries,
    defaultNameservers,
    now,
  }: ShownDnssec & { readonly defaultNameservers: readonly string[]; readonly now: number },
) {
  const keys = dnskeys.map((dnskey) => keyView(domain.name, dnskey));
  if (row === undefined) {
    return {
      state: 'off' as const,
      phase: null,
      since: null,
      until: null,
      waitsFor: null,
      nameserversWaiting: false,
      keys,
    };
  }
  const { phase, since } = row;
  const { signing } = domain;
  const step = nextStep({ phase, since, now, signing, serversBehind, isDsConfirmed: false });
  const wait: DnssecWait = step.kind === 'wait' ? step.for : { kind: 'next' };
  const isLeaving = isTurningOff(phase);
  return {
    state:
      phase === 'on'
        ? ('on' as const)
        : isLeaving
          ? ('turning_off' as const)
          : ('turning_on' as const),
    phase,
    since: isoTime(since),
    until: isoTimeOrNull('until' in wait ? wait.until : null),
    waitsFor: waitText(wait, { isLeaving, ...row }),
    nameserversWaiting:
      isLeaving &&
      mayHaveDs(phase) &&
      !isServedHere(domain.nameservers, { defaultNameservers, hasOwnSecondaries }),
    keys,
  };
}

function keyView(zone: string, dnskey: Uint8Array) {
  const signer = signerOf(zone, dnskey);
  return {
    keyTag: signer.keyTag,
    algorithm: dnskeyCodec.decode(dnskey).algorithm,
    ds: presentSigner(signer),
    dnskey: presentRdata({ type: rrTypes.DNSKEY, rdata: dnskey }),
  };
}

function waitText(
  wait: DnssecWait,
  {
    isLeaving,
    refusal,
    dueAt,
  }: Pick<DomainDnssec, 'refusal' | 'dueAt'> & { readonly isLeaving: boolean },
): string | null {
  switch (wait.kind) {
    case 'nothing':
    case 'next':
      return null;
    case 'signatures':
      return 'The zone is being signed.';
    case 'servers':
      return `These servers do not have the signed zone yet: ${wait.names.join(', ')}.`;
    case 'caches':
      return `Resolvers may remember unsigned answers until ${isoTime(wait.until)}.`;
    case 'registry': {
      const what = isLeaving ? 'the removal of the DS record' : 'the DS record';
      if (refusal === null) return `The registry has not confirmed ${what} yet.`;
      const again = dueAt === null ? '' : ` It is tried again at ${isoTime(dueAt)}.`;
      return `The registry refused ${what}: ${refusal}${again}`;
    }
    case 'ds-ttl':
      return `Resolvers may remember the DS record until ${isoTime(wait.until)}.`;
    case 'cleaning':
      return 'The signatures are being deleted.';
  }
}
