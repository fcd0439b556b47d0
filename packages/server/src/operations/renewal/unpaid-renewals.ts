/** Expired domains that auto-renewal did not renew because the balance was too low, with their prices. */
import { listRenewals } from '../../storage/queries/domains/lifecycle-sweep.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { renewalCostsCents } from './renewal-cost.ts';

export interface UnpaidRenewal {
  readonly name: string;
  readonly costCents: number;
}

/** `expired` are the names of expired domains whose renewal the registry has not refused. */
export async function unpaidRenewals(
  reader: HostmasterReader,
  facts: {
    readonly workspaceId: string;
    readonly now: number;
    readonly expired: ReadonlySet<string>;
  },
): Promise<readonly UnpaidRenewal[]> {
  const { workspaceId, now, expired } = facts;
  if (expired.size === 0) return [];
  const renewals = await reader.all(listRenewals, { workspaceId, from: 0, until: now });
  const unpaid = renewals.filter(({ name }) => expired.has(name));
  const costsCents = await renewalCostsCents(reader, workspaceId, unpaid);
  return unpaid.map(({ name }, index) => ({ name, costCents: costsCents[index] ?? 0 }));
}
