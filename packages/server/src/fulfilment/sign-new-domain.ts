/** Turns DNSSEC on with the registration of a domain, where a setting asks for it. */
import type { ResourceRecord } from '@hostmaster/dns';
import { ZoneKey } from '@hostmaster/dns/dnssec';
import { type Change, combine, noChange } from '../changes/change.ts';
import { isServedHere } from '../operations/dnssec/dnssec-view.ts';
import { beginSigning, loadApex } from '../publication/begin-signing.ts';
import { newDnssecRow } from '../publication/dnssec-change.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { jobFact } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

/** What its zone has at the apex; null where new domains are not signed. */
export function loadNewApex(
  { rules }: Pick<FulfilmentContext, 'rules'>,
  reader: HostmasterReader,
  domain: Pick<Domain, 'id' | 'name'>,
): Promise<readonly ResourceRecord[]> | null {
  return rules.signsNewDomains ? loadApex(reader, domain) : null;
}

/**
 * Nothing for a domain with nameservers of another operator, which would answer without signatures, or
 * at a registry that takes no DS records.
 */
export function signNewDomain(
  context: Pick<FulfilmentContext, 'job' | 'registrar' | 'rules' | 'secrets'>,
  domain: Domain,
  { apex, at }: { readonly apex: readonly ResourceRecord[] | null; readonly at: number },
): Change {
  const { defaultNameservers, soaDefaults } = context.rules;
  const isOurs = isServedHere(domain.zone.nameservers, {
    defaultNameservers,
    ownHosts: [],
  });
  const isSignable = isOurs && context.registrar.capabilitiesFor(domain.name).dnssec;
  if (apex === null || !isSignable || domain.zone.signing !== 'off') return noChange;
  const { secrets } = context;
  const key = ZoneKey.generate();
  const fact = { kind: 'dnssec.turning_on', domain: domain.name } as const;
  return combine(beginSigning(domain, apex, { key, secrets, soaDefaults, now: at }), {
    rows: [newDnssecRow(domain.id, { ownHosts: null, now: at })],
    facts: [jobFact(context, domain, { at, fact })],
  });
}
