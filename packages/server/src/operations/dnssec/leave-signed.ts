/** What a signed domain does when it goes to servers or a registrar that do not sign it: DNSSEC ends first. */
import { newId } from '../../base/ids.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { mayHaveDs } from '../../domains/dnssec-phase.ts';
import { happened } from '../../facts/fact.ts';
import { listDomainSecondaries } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import type { Call } from '../operation.ts';
import { turnOffBecause } from './disable-dnssec.ts';
import { isServedHere } from './dnssec-view.ts';

export interface LoadedSigned {
  readonly row: DomainDnssec;
  readonly hasOwnSecondaries: boolean;
}

/** Null for a domain without DNSSEC. */
export async function loadSigned(
  reader: HostmasterReader,
  { id: domainId }: Pick<Domain, 'id'>,
): Promise<LoadedSigned | null> {
  const row = await reader.first(findDnssec, { domainId });
  if (row === undefined) return null;
  const own = await reader.all(listDomainSecondaries, { domainId });
  return { row, hasOwnSecondaries: own.length > 0 };
}

/** Other nameservers reach the registry when no resolver remembers the DS record. */
export function leaveSigned(
  call: Call,
  domain: Domain,
  {
    nameservers,
    signed,
  }: { readonly nameservers: readonly string[]; readonly signed: LoadedSigned | null },
): Change {
  if (signed === null) return noChange;
  const { row, hasOwnSecondaries } = signed;
  const { defaultNameservers } = call.services.rules;
  const isHere = isServedHere(nameservers, { defaultNameservers, hasOwnSecondaries });
  // A zone that another operator signs is unsigned here.
  if (isHere === (row.foreignDs === null)) return noChange;
  const off = turnOffBecause(ownFact(call), domain, { row, cause: 'nameservers' });
  if (!mayHaveDs(row.phase)) return off;
  const fact = { kind: 'dnssec.nameservers_waiting', domain: domain.name, nameservers } as const;
  return combine(off, { facts: [happened(ownFact(call), fact)] });
}

/**
 * With its auth code another registrar can take the domain, whose zone is then served no longer. The DS
 * records of another operator stay: its servers do.
 */
export function transferSigned(
  call: Pick<Call, 'actor' | 'now'>,
  domain: Pick<Domain, 'id' | 'name' | 'desiredRevision'>,
  signed: LoadedSigned | null,
): Change {
  if (signed === null || signed.row.foreignDs !== null) return noChange;
  return turnOffBecause(ownFact(call), domain, { row: signed.row, cause: 'transfer' });
}

/** The operation's own id belongs to the fact that it is about. */
function ownFact({ actor, now }: Pick<Call, 'actor' | 'now'>) {
  return { actor, now, operationId: newId('act') };
}
