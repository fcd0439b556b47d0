/** The coming automatic renewals of a workspace with their prices, in pages with rests. */
import { listPages } from '@hostmaster/storage';
import { Pace } from '../../base/fairness/pace.ts';
import { autoRenewsAt } from '../../domains/lifecycle.ts';
import { listRenewals } from '../../storage/queries/domains/lifecycle-sweep.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { renewalCostsCents } from './renewal-cost.ts';

export interface ComingRenewal {
  readonly name: string;
  readonly expiresAt: number;
  readonly renewsAt: number;
  readonly costCents: number;
  /** The registry has refused the last attempt. */
  readonly renewalFailed: boolean;
}

/** In the order in which the domains expire; also those that have expired. */
export async function* comingRenewals(
  reader: HostmasterReader,
  window: { readonly workspaceId: string; readonly until: number },
): AsyncGenerator<readonly ComingRenewal[]> {
  const { workspaceId } = window;
  const pace = new Pace();
  for await (const page of listPages(reader, listRenewals, { ...window, from: 0 })) {
    const costsCents = await renewalCostsCents(reader, workspaceId, page);
    yield page.map((domain, index) => ({
      name: domain.name,
      expiresAt: domain.registration.expiresAt,
      renewsAt: autoRenewsAt(domain),
      costCents: costsCents[index] ?? 0,
      renewalFailed: domain.renewal.renewalFailed,
    }));
    await pace.step();
  }
}
