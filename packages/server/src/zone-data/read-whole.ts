/** Reads all that a small signed zone has besides what the service itself has at the apex. */
import type { ResourceRecord } from '@hostmaster/dns';
import type { HostmasterReader } from '../storage/schema.ts';
import { ownersAfter } from './owners-after.ts';
import { publishAll } from './published-names.ts';
import { chainPages } from './read-chain.ts';

export async function readWhole(
  reader: HostmasterReader,
  place: { readonly zone: string; readonly domainId: string },
): Promise<readonly ResourceRecord[]> {
  const { domainId } = place;
  const found: ResourceRecord[] = [];
  for (let afterName = ''; ; ) {
    const { owners, isLast } = await ownersAfter(reader, { domainId, afterName });
    found.push(...(await publishAll(reader, place, owners)).records);
    if (isLast) break;
    afterName = [...owners.keys()].at(-1) ?? afterName;
  }
  for await (const page of chainPages(reader, place)) found.push(...page);
  return found;
}
