/** Whether the DS records of a domain follow the CDS records of its nameservers: chosen, and ended. */
import { type Change, noChange } from '../../changes/change.ts';
import { happened } from '../../facts/fact.ts';
import { insert, remove, update } from '../../storage/row-write.ts';
import type { DomainDnssec } from '../../storage/tables/domains/domain-dnssec.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { type FollowedCds, followedCds } from '../../storage/tables/domains/followed-cds.ts';
import type { Call } from '../operation.ts';
import { isServedHere, type ShownDnssec } from './dnssec-view.ts';
import { requireReady, requireUnsignedHere, unavailable } from './require-ready.ts';

export interface FollowChange {
  /** After the change. */
  readonly followed: FollowedCds | undefined;
  readonly change: Change;
}

/** `wanted` is null where the request does not say it. */
export function followChange(
  call: Call,
  {
    domain,
    row,
    shown: { followed, ownHosts },
  }: {
    readonly domain: Domain;
    readonly row: DomainDnssec | undefined;
    readonly shown: ShownDnssec;
  },
  wanted: boolean | null,
): FollowChange {
  const { id: domainId } = domain;
  if (wanted === null) return { followed, change: noChange };
  if (!wanted) return { followed: undefined, change: unfollow(call, domain, followed) };
  requireReady(call, domain);
  const { defaultNameservers } = call.services.rules;
  if (isServedHere(domain.zone.nameservers, { defaultNameservers, ownHosts })) {
    throw unavailable(
      'The nameservers of this service answer for this domain, and have no CDS records to follow. Leave out `followCds`.',
    );
  }
  requireUnsignedHere(domain, row);
  if (followed !== undefined) {
    // Asked for again, the nameservers are asked soon (lifecycle/follow-cds.ts).
    return { followed, change: { rows: [update(followedCds, { domainId }, { checkAt: 0 })] } };
  }
  const begun = { domainId, checkAt: 0, checkedAt: null, signedAt: null, finding: null };
  const fact = { kind: 'dnssec.cds_following', domain: domain.name, following: true } as const;
  return {
    followed: begun,
    change: { rows: [insert(followedCds, begun)], facts: [happened(call, fact)] },
  };
}

/** Nothing where it is not followed. */
export function unfollow(
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  domain: Pick<Domain, 'id' | 'name'>,
  followed: FollowedCds | undefined,
): Change {
  if (followed === undefined) return noChange;
  const fact = { kind: 'dnssec.cds_following', domain: domain.name, following: false } as const;
  return {
    rows: [remove(followedCds, { domainId: domain.id })],
    facts: [happened(call, fact)],
  };
}
