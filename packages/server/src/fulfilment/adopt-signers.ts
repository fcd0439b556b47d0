/**
 * DS records at the registry that are not known here, as of a domain that has arrived by transfer: another
 * operator signs its zone. They stay while the nameservers of that operator answer, and go before those of
 * this service do, whose zone is not signed with these keys. Also those of a key that is newer than a
 * restored backup.
 */
import { type Change, combine } from '../changes/change.ts';
import type { Fact } from '../facts/fact.ts';
import { postponed } from '../jobs/persist-job.ts';
import { isServedHere } from '../operations/dnssec/dnssec-view.ts';
import { ownHostsOf } from '../operations/dnssec/own-hosts.ts';
import { foreignDsRow } from '../publication/dnssec-change.ts';
import type { RegistryDomain } from '../registrars/registrar.ts';
import { listDomainSecondaries } from '../storage/queries/domain-secondaries/domain-secondaries.ts';
import { findDnssec } from '../storage/queries/domains/domain-dnssec.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { presentSigner } from '../zones/delegation-signers.ts';
import { isSameSet } from './desired-state.ts';
import { jobFact, persistDomainJob } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

/** The job runs again at once, with what the registry must have now. */
export function adoptSigners(
  context: FulfilmentContext,
  { id: domainId, name, workspaceId }: Domain,
  found: RegistryDomain,
): Promise<void> {
  const ds = found.dnssec.map(presentSigner);
  return persistDomainJob(
    context,
    { id: domainId, name, workspaceId },
    {
      load: (reader) =>
        Promise.all([
          reader.first(findDnssec, { domainId }),
          reader.all(listDomainSecondaries, { domainId }),
        ]),
      decide({ domain, at }, [row, own]) {
        const { state } = domain;
        const { nameservers } = domain.zone;
        const isKnown = row !== undefined || domain.zone.signing !== 'off' || state !== 'live';
        if (isKnown) return postponed(context, { delayMs: 0, attempts: 0 });
        const { defaultNameservers } = context.rules;
        const isHere = isServedHere(nameservers, {
          defaultNameservers,
          ownHosts: ownHostsOf(row, { hasOwnSecondaries: own.length > 0 }),
        });
        const phase = isHere ? 'removing_ds' : 'on';
        // The registry has them, so that it needs no keys.
        const given = { foreignDs: ds, foreignKeys: null };
        const facts = isHere
          ? turningOff(domain, found)
          : ([{ kind: 'dnssec.ds_kept', domain: name, ds }] as const);
        const change: Change = combine(
          { rows: [foreignDsRow(domainId, { phase, given, now: at })] },
          { facts: facts.map((fact) => jobFact(context, domain, { at, fact })) },
        );
        return postponed(context, { delayMs: 0, attempts: 0 }, change);
      },
    },
  );
}

function turningOff({ name, zone: { nameservers } }: Domain, found: RegistryDomain): Fact[] {
  if (isSameSet(nameservers, found.nameservers)) {
    return [{ kind: 'dnssec.turning_off', domain: name, cause: 'unknown_ds' }];
  }
  return [
    { kind: 'dnssec.turning_off', domain: name, cause: 'nameservers' },
    { kind: 'dnssec.nameservers_waiting', domain: name, nameservers },
  ];
}
