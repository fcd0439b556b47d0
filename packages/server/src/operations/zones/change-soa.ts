/** What a new mailbox or new timers of a SOA change, from any edge. */
import type { Change } from '../../changes/change.ts';
import { zoneDifference } from '../../changes/zone-edit.ts';
import { happened } from '../../facts/fact.ts';
import { type ApexDomain, apexDifference } from '../../publication/publish-nameservers.ts';
import { update } from '../../storage/row-write.ts';
import {
  type Domain,
  type DomainWith,
  domains,
  type SoaSettings,
} from '../../storage/tables/domains/domains.ts';
import { standardMailbox } from '../../zones/soa-settings.ts';
import type { Call } from '../operation.ts';

/**
 * `chosen` is null for the values of the service; a signed zone keeps those of this moment, which its
 * signature covers. The caller has locked the domain and checked the bounds.
 */
export function changeSoa(
  call: Pick<Call, 'actor' | 'now' | 'operationId' | 'services'>,
  domain: ApexDomain & DomainWith<'id' | 'state' | 'signing'>,
  chosen: SoaSettings | null,
): Change {
  const { soaDefaults } = call.services.rules;
  const { id, name } = domain;
  const { soa: before } = domain.zone;
  const after = domain.zone.signing === 'off' ? chosen : (chosen ?? soaDefaults);
  const difference = apexDifference(domain, domains.changed(domain, { soa: after }), soaDefaults);
  const isSame = difference.added.length === 0 && (before === null) === (after === null);
  if (isSame) return {};
  const fact = {
    kind: 'domain.soa',
    domain: name,
    ...soaValues(domain, after ?? soaDefaults),
  } as const;
  return {
    rows: [update(domains, { id }, { soa: after })],
    zones: domain.state === 'live' ? zoneDifference(domain, difference) : [],
    facts: [happened(call, fact)],
  };
}

/** As the API shows them. */
export function soaValues({ name }: Pick<Domain, 'name'>, soa: SoaSettings) {
  return {
    mailbox: soa.mailbox ?? standardMailbox(name),
    refresh: soa.refreshSeconds,
    retry: soa.retrySeconds,
    expire: soa.expireSeconds,
    negativeTtl: soa.negativeTtlSeconds,
  };
}
