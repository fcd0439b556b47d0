/** Which suffixes are sold to a workspace, and for how much. */
import { suffixesOf } from '../../domains/domain-name.ts';
import { isHostname } from '../../domains/host-labels.ts';
import type { Price, PriceList } from '../../domains/pricing.ts';
import { findPrices, listPrices } from '../../storage/queries/prices/prices.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { StoredPrice } from '../../storage/tables/prices/prices.ts';

/** Only the prices that can apply to these names. */
export async function loadPrices(
  reader: HostmasterReader,
  wanted: { readonly workspaceId: string; readonly names: readonly string[] },
): Promise<PriceList> {
  const suffixes = new Set<string>();
  for (const name of wanted.names) {
    for (const suffix of suffixesOf(name)) {
      if (!suffixes.has(suffix) && isHostname(suffix)) suffixes.add(suffix);
    }
  }
  return loadPricesOf(reader, { workspaceId: wanted.workspaceId, suffixes: [...suffixes] });
}

export async function loadPricesOf(
  reader: HostmasterReader,
  wanted: { readonly workspaceId: string; readonly suffixes: readonly string[] },
): Promise<PriceList> {
  return wanted.suffixes.length === 0 ? new Map() : priceList(await reader.all(findPrices, wanted));
}

export async function loadAllPrices(
  reader: HostmasterReader,
  workspaceId: string,
): Promise<PriceList> {
  return priceList(await reader.all(listPrices, { workspaceId }));
}

/**
 * For one suffix the workspace's own price comes after the general one and replaces it, except for
 * prices of restores and transfers that it does not have.
 */
function priceList(rows: readonly StoredPrice[]): PriceList {
  const prices = new Map<string, Price>();
  for (const { tld, registerCredits, renewCredits, ...own } of rows) {
    const general = prices.get(tld);
    const restoreCredits = own.restoreCredits ?? general?.restoreCredits ?? null;
    const transferCredits = own.transferCredits ?? general?.transferCredits ?? null;
    prices.set(tld, { registerCredits, renewCredits, restoreCredits, transferCredits });
  }
  return prices;
}
