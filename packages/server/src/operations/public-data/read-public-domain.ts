/** Reads what the public may see of a domain: one row by its name, and addresses of its own nameservers. */
import type { DomainFacts } from '../../rdap/domain-facts.ts';
import { findPublicDomain } from '../../storage/queries/domains/domains.ts';
import { listOwnersRecords } from '../../storage/queries/records/records.ts';
import { findPendingRestore } from '../../storage/queries/renewal/restores.ts';
import type { HostmasterReader } from '../../storage/schema.ts';

/** Null for every name that we have no finished registration of, whatever the reason. */
export async function readPublicDomain(
  reader: HostmasterReader,
  name: string,
): Promise<DomainFacts | null> {
  const row = await reader.first(findPublicDomain, { name });
  if (row === undefined) return null;
  const { id, workspaceId: _, transferOutUntil, ...facts } = row;
  return {
    ...facts,
    state: row.state === 'releasing' ? 'releasing' : 'live',
    isRestoring: row.state === 'releasing' && (await isRestoring(reader, id)),
    isHeld: row.isHeld === 1,
    isLeaving: transferOutUntil !== null,
    glue: await readGlue(reader, { id, name, nameservers: row.nameservers }),
  };
}

async function isRestoring(reader: HostmasterReader, domainId: string): Promise<boolean> {
  return (await reader.first(findPendingRestore, { domainId })) !== undefined;
}

async function readGlue(
  reader: HostmasterReader,
  domain: { readonly id: string; readonly name: string; readonly nameservers: readonly string[] },
): Promise<DomainFacts['glue']> {
  const inside = domain.nameservers.filter((host) => host.endsWith(`.${domain.name}`));
  if (inside.length === 0) return {};
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
