/** Compares the DS records of the registry with the keys of a zone that is served here. */
import type { MachineClock } from '../base/clock.ts';
import { dsProblemKinds, dsProblems } from '../domains/ds-problems.ts';
import { isEntryPoint } from '../domains/keys-with-ds.ts';
import { isServedHere } from '../operations/dnssec/dnssec-view.ts';
import { noteProblems } from '../operations/dnssec/note-problems.ts';
import type { RegistryDomain } from '../registrars/registrar.ts';
import { listDnssecProblems } from '../storage/queries/domains/dnssec-problems.ts';
import { findDnssec } from '../storage/queries/domains/domain-dnssec.ts';
import { listZoneKeys } from '../storage/queries/zones/signing.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains/domains.ts';
import { presentSigner, signerOf } from '../zones/delegation-signers.ts';

/** A domain without DS records, keys and problems costs one query. */
export async function noteDsProblems(
  {
    database,
    clock,
    defaultNameservers,
  }: {
    readonly database: HostmasterDatabase;
    readonly clock: MachineClock;
    readonly defaultNameservers: readonly string[];
  },
  domain: Domain,
  found: RegistryDomain,
): Promise<void> {
  const { id: domainId, name } = domain;
  const { nameservers, signing } = domain.zone;
  const stored = await database.all(listDnssecProblems, { domainId });
  const isKnown = stored.some(({ kind }) => dsProblemKinds.some((own) => own === kind));
  if (signing === 'off' && found.dnssec.length === 0 && !isKnown) return;
  const [row, keys] = await Promise.all([
    database.first(findDnssec, { domainId }),
    database.all(listZoneKeys, { domainId }),
  ]);
  // Other operators answer for the DS records of their servers.
  const isOurs =
    row !== undefined || isServedHere(nameservers, { defaultNameservers, ownHosts: [] });
  const problems = dsProblems({
    phase: row?.phase ?? null,
    refusal: row?.refusal ?? null,
    keys:
      row?.foreignDs?.map((ds) => ({ ds, stage: 'current' as const })) ??
      keys
        .filter(isEntryPoint)
        .map(({ dnskey, stage }) => ({ ds: presentSigner(signerOf(name, dnskey)), stage })),
    atRegistry: found.dnssec.map(presentSigner),
  });
  const problemsHere = isOurs ? problems : [];
  if (problemsHere.length === 0 && !isKnown) return;
  const look = { kinds: dsProblemKinds, found: problemsHere, now: clock.now() };
  await noteProblems(database, domain, look);
}
