/** Which suffixes are sold to a workspace, and for how much. */
import { suffixesOf } from '../domains/domain-name.ts';
import { isHostname } from '../domains/host-labels.ts';
import type { Price } from '../domains/pricing.ts';
import { findPrices } from '../storage/queries/prices.ts';
import type { HostmasterReader } from '../storage/schema.ts';

export async function loadPrices(
  reader: HostmasterReader,
  wanted: { readonly workspaceId: string; readonly names: readonly string[] },
): Promise<ReadonlyMap<string, Price>> {
  const suffixes = new Set<string>();
  for (const name of wanted.names) {
    for (const suffix of [name, ...suffixesOf(name)]) {
      if (isHostname(suffix)) suffixes.add(suffix);
    }
  }
  const rows = await reader.all(findPrices, {
    workspaceId: wanted.workspaceId,
    suffixes: JSON.stringify([...suffixes]),
  });
  const prices = new Map<string, Price>();
  for (const row of rows) {
    const price = { registerCredits: row.register_credits, renewCredits: row.renew_credits };
    // The empty workspace id sorts first, so that a workspace's own price replaces the general one.
    prices.set(row.tld, price);
  }
  return prices;
}
