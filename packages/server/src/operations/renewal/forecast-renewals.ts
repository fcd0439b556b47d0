/** What the coming automatic renewals cost, and when each is due. */
import { readList } from '@hostmaster/storage';
import { autoRenewsAt } from '../../domains/lifecycle.ts';
import { listRenewals } from '../../storage/queries/domains/lifecycle-sweep.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { renewalCostsCents } from './renewal-cost.ts';

export interface RenewalForecast {
  readonly requiredCents: number;
  /** In the order in which the domains expire. */
  readonly renewals: readonly {
    readonly name: string;
    readonly renewsAt: number;
    readonly costCents: number;
  }[];
}

/** For domains that expire after `from` and at or before `until`. */
export async function forecastRenewals(
  reader: HostmasterReader,
  window: { readonly workspaceId: string; readonly from: number; readonly until: number },
): Promise<RenewalForecast> {
  const domains = await readList(reader, listRenewals, window);
  const costsCents = await renewalCostsCents(reader, window.workspaceId, domains);
  return {
    requiredCents: costsCents.reduce((sum, cost) => sum + cost, 0),
    renewals: domains.map((domain, i) => ({
      name: domain.name,
      renewsAt: Math.max(window.from, autoRenewsAt(domain)),
      costCents: costsCents[i] ?? 0,
    })),
  };
}
