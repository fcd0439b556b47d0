/** Reads all that a small signed zone has besides what the service itself has at the apex. */
import type { ResourceRecord } from '@hostmaster/dns';
import type { HostmasterReader } from '../storage/schema.ts';
import { publishAll } from './published-names.ts';
import { chainPages } from './read-chain.ts';
import { byName } from './zone-order.ts';

export async function readWhole(
  reader: HostmasterReader,
  place: { readonly zone: string; readonly domainId: string },
): Promise<readonly ResourceRecord[]> {
  const { domainId } = place;
  const found: ResourceRecord[] = [];
  for (let after = ''; ; ) {
    const { records, isLast } = await byName.page(reader, { domainId, after });
    const owners = Map.groupBy(records, ({ name }) => name);
    found.push(...(await publishAll(reader, place, owners)).records);
    if (isLast) break;
    after = records.at(-1)?.name ?? after;
  }
  for await (const page of chainPages(reader, place)) found.push(...page);
  return found;
}
