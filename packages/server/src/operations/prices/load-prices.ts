/** Which suffixes are sold to a workspace, and for how much. */
import { loadEach, loadList } from '@hostmaster/storage';
import { suffixesOf } from '../../domains/domain-name.ts';
import { isHostname } from '../../domains/host-labels.ts';
import type { Price, PriceList } from '../../domains/pricing.ts';
import { findPrices, listPrices } from '../../storage/queries/prices/prices.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { StoredPrice } from '../../storage/tables/prices/prices.ts';
import type { ReadCall } from '../operation.ts';

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

/** The prices of new domains; none while the operator has set no nameservers for them. */
export async function loadOffers(
  reader: HostmasterReader,
  { actor, services }: ReadCall,
  names: readonly string[],
): Promise<PriceList> {
  if (services.rules.defaultNameservers.length === 0) return new Map();
  return loadPrices(reader, { workspaceId: actor.workspaceId, names });
}

export async function loadPricesOf(
  reader: HostmasterReader,
  wanted: { readonly workspaceId: string; readonly suffixes: readonly string[] },
): Promise<PriceList> {
  return wanted.suffixes.length === 0
    ? new Map()
    : priceList(await loadEach(reader, findPrices, wanted));
}

/** As loadOffers, of all suffixes. */
export async function loadAllOffers(
  reader: HostmasterReader,
  { actor, services }: ReadCall,
): Promise<PriceList> {
  if (services.rules.defaultNameservers.length === 0) return new Map();
  return priceList(await loadList(reader, listPrices, { workspaceId: actor.workspaceId }));
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
