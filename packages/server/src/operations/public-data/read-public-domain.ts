/** Reads what the public may see of a domain: a row by its name, glue, and DS records. */
import type { DomainFacts } from '../../rdap/domain-facts.ts';
import { findDnssec } from '../../storage/queries/domains/domain-dnssec.ts';
import { findPublicDomain } from '../../storage/queries/domains/domains.ts';
import { listOwnersRecords } from '../../storage/queries/records/records.ts';
import { findPendingRestore } from '../../storage/queries/renewal/restores.ts';
import { listZoneKeys } from '../../storage/queries/zones/signing.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { wantedSigners } from '../../zones/delegation-signers.ts';

/** Null for every name that we have no finished registration of, whatever the reason. */
export async function readPublicDomain(
  reader: HostmasterReader,
  name: string,
): Promise<DomainFacts | null> {
  const row = await reader.first(findPublicDomain, { name });
  if (row === undefined) return null;
  const { id, workspaceId: _, ...facts } = row;
  const inside = row.zone.nameservers.filter((host) => host.endsWith(`.${name}`));
  return {
    ...facts,
    state: row.state === 'releasing' ? 'releasing' : 'live',
    isRestoring: row.state === 'releasing' && (await isRestoring(reader, id)),
    isHeld: row.isHeld === 1,
    isLeaving: row.transferOut.transferOutUntil !== null,
    glue: inside.length === 0 ? {} : await readGlue(reader, { id, name, inside }),
    signers: await readSigners(reader, { id, name }),
  };
}

async function isRestoring(reader: HostmasterReader, domainId: string): Promise<boolean> {
  return (await reader.first(findPendingRestore, { domainId })) !== undefined;
}

/** As the jobs want them at the registry. One that has refused the first DS record has none. */
async function readSigners(
  reader: HostmasterReader,
  { id: domainId, name }: { readonly id: string; readonly name: string },
): Promise<DomainFacts['signers']> {
  const row = await reader.first(findDnssec, { domainId });
  const isRefused = row?.phase === 'sending_ds' && row.refusal !== null;
  if (row === undefined || isRefused) return [];
  const keys = row.foreignDs === null ? await reader.all(listZoneKeys, { domainId }) : [];
  const signers = wantedSigners(name, row, keys) ?? [];
  return signers.map(({ keyTag, algorithm, digestType, digest }) => ({
    keyTag,
    algorithm,
    digestType,
    digest,
  }));
}

async function readGlue(
  reader: HostmasterReader,
  domain: { readonly id: string; readonly name: string; readonly inside: readonly string[] },
): Promise<DomainFacts['glue']> {
  const { inside } = domain;
  const ownerOf = (host: string) => host.slice(0, -domain.name.length - 1);
  const records = await reader.all(listOwnersRecords, {
    domainId: domain.id,
    names: inside.map(ownerOf),
  });
  const addresses = records.filter(({ type }) => type === 'A' || type === 'AAAA');
  return Object.fromEntries(
    inside.map((host) => [
      host,
      addresses.filter(({ name }) => name === ownerOf(host)).map(({ value }) => value),
    ]),
  );
}
