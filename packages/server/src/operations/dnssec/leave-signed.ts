/** What a signed domain does when it goes to servers or a registrar that do not sign it: DNSSEC ends first. */

import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { type Delegation, mayHaveDs, mayMixNameservers } from '../../domains/dnssec-phase.ts';
import { isForeign } from '../../domains/keys-with-ds.ts';
import { happened } from '../../facts/fact.ts';
import { enterPhase } from '../../publication/dnssec-change.ts';
import { listDomainSecondaries } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import { listZoneKeys } from '../../storage/queries/zones/signing.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { Domain, DomainWith } from '../../storage/tables/domains/domains.ts';
import type { StoredKey } from '../../zone-data/signed-zone.ts';
import type { Call } from '../operation.ts';
import { turnOffBecause } from './disable-dnssec.ts';
import { delegationOf } from './dnssec-view.ts';
import { hostsToNote, type OwnHosts, ownHostsOf } from './own-hosts.ts';

export interface LoadedSigned {
  readonly row: DomainDnssec;
  readonly keys: readonly StoredKey[];
  /** After the change. */
  readonly ownHosts: OwnHosts;
  /** Before the change. */
  readonly delegation: Delegation;
}

/** Null for a domain without DNSSEC. */
export async function loadSigned(
  reader: HostmasterReader,
  domain: DomainWith<
    'id' | 'nameservers' | 'servedNameservers' | 'desiredRevision' | 'appliedRevision'
  >,
  {
    defaultNameservers,
    asked = null,
  }: {
    readonly defaultNameservers: readonly string[];
    /** Those that were found to serve the zone, when new nameservers were asked. */
    readonly asked?: readonly string[] | null;
  },
): Promise<LoadedSigned | null> {
  const domainId = domain.id;
  const row = await reader.first(findDnssec, { domainId });
  if (row === undefined) return null;
  const [own, keys] = await Promise.all([
    reader.all(listDomainSecondaries, { domainId }),
    row.foreignDs === null ? reader.all(listZoneKeys, { domainId }) : [],
  ]);
  const known = ownHostsOf(row, { hasOwnSecondaries: own.length > 0 });
  const delegation = delegationOf(domain.zone.nameservers, {
    defaultNameservers,
    ownHosts: known,
  });
  const ownHosts = asked === null || own.length === 0 ? known : hostsToNote(asked, known, domain);
  return { row, keys, ownHosts, delegation };
}

/** Whether resolvers would reject the answers of these nameservers as long as they remember the DS record. */
export function areHeld(
  call: Call,
  {
    nameservers,
    signed,
  }: { readonly nameservers: readonly string[]; readonly signed: LoadedSigned | null },
): boolean {
  if (signed === null || signed.row.foreignDs !== null || signed.keys.some(isForeign)) return false;
  const { defaultNameservers } = call.services.rules;
  const { row, ownHosts } = signed;
  const delegation = delegationOf(nameservers, { defaultNameservers, ownHosts });
  return delegation !== 'here' && mayHaveDs(row.phase);
}

/** Other nameservers reach the zone and the registry when no resolver remembers the DS record. */
export function leaveSigned(
  call: Call,
  domain: Domain,
  {
    nameservers,
    signed,
  }: { readonly nameservers: readonly string[]; readonly signed: LoadedSigned | null },
): Change {
  if (signed === null) return noChange;
  const { row, keys, ownHosts } = signed;
  const { defaultNameservers } = call.services.rules;
  const delegation = delegationOf(nameservers, { defaultNameservers, ownHosts });
  if (keys.some(isForeign)) return moveSigned(call, domain, { signed, delegation });
  // A zone that another operator signs is unsigned here.
  if ((delegation === 'here') === (row.foreignDs === null)) return noChange;
  const off = turnOffBecause(ownFact(call), domain, { ...signed, cause: 'nameservers' });
  if (!mayHaveDs(row.phase)) return off;
  const fact = { kind: 'dnssec.nameservers_waiting', domain: domain.name, nameservers } as const;
  return combine(off, { facts: [happened(ownFact(call), fact)] });
}

/** Between two operators that both sign it, once resolvers know the keys of both. */
function moveSigned(
  { now }: Pick<Call, 'now'>,
  domain: Domain,
  { signed, delegation }: { readonly signed: LoadedSigned; readonly delegation: Delegation },
): Change {
  if (delegation === signed.delegation) return noChange;
  const { phase } = signed.row;
  if (mayMixNameservers(phase)) {
    return phase === 'shared' ? noChange : enterPhase(domain, 'shared', { now });
  }
  throw new Refusal(
    'dnssec_unavailable',
    'The nameservers of this domain can change to another operator, or back, while the phase of DNSSEC is `shared`: before, resolvers would reject the answers. `GET …/dnssec` shows what it waits for.',
    {
      fields: [
        { path: 'nameservers', message: 'belong to an operator whose keys resolvers may not know' },
      ],
    },
  );
}

/**
 * With its auth code another registrar can take the domain, whose zone is then served no longer. The DS
 * records of another operator stay: its servers do.
 */
export function transferSigned(
  call: Pick<Call, 'actor' | 'now'>,
  domain: DomainWith<'id' | 'name' | 'desiredRevision'>,
  signed: LoadedSigned | null,
): Change {
  if (signed === null || signed.row.foreignDs !== null) return noChange;
  return turnOffBecause(ownFact(call), domain, { ...signed, cause: 'transfer' });
}

/** The operation's own id belongs to the fact that it is about. */
function ownFact({ actor, now }: Pick<Call, 'actor' | 'now'>) {
  return { actor, now, operationId: newId('act') };
}
