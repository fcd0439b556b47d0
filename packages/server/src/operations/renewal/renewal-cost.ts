/** What renewing domains costs a workspace, by the price stored for it. */
import { findOffer, type PriceList, termCostCents } from '../../domains/pricing.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { DomainWith } from '../../storage/tables/domains/domains.ts';
import { loadPrices } from '../prices/load-prices.ts';

type Renewable = DomainWith<'name' | 'premium'>;

/** Null when the suffix is no longer sold. */
export async function renewalCostCents(
  reader: HostmasterReader,
  renewal: { readonly workspaceId: string; readonly domain: Renewable; readonly years: number },
): Promise<number | null> {
  const { workspaceId, domain, years } = renewal;
  const prices = await loadPrices(reader, { workspaceId, names: [domain.name] });
  return renewalCost(domain, years, prices);
}

/** One year for each, in order; zero where the suffix is no longer sold, since the domain cannot be renewed. */
export async function renewalCostsCents(
  reader: HostmasterReader,
  workspaceId: string,
  domains: readonly Renewable[],
): Promise<number[]> {
  const prices = await loadPrices(reader, {
    workspaceId,
    names: domains.map((domain) => domain.name),
  });
  return domains.map((domain) => renewalCost(domain, 1, prices) ?? 0);
}

/** Null when the suffix is no longer sold. */
export function renewalCost(domain: Renewable, years: number, prices: PriceList): number | null {
  const offer = findOffer(domain.name, prices);
  if (offer === null) return null;
  const { premium } = domain.registration;
  return termCostCents({ kind: 'renewal', years, price: offer.price, premium });
}
