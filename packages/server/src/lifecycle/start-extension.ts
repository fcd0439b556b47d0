/** When the registry's expiry is earlier than the one sold, a job buys the missing years. */
import { nextDueAt } from '../domains/lifecycle.ts';
import { enqueueExtension } from '../fulfilment/job-kinds.ts';
import { isLaneEmpty } from '../jobs/queue.ts';
import { setExtensionTried } from '../storage/queries/registry-comparison.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

export async function startExtension(
  tx: HostmasterTx,
  services: LifecycleServices,
  due: { readonly domain: Domain; readonly now: number },
): Promise<void> {
  const { domain, now } = due;
  const tried = { ...domain, extensionTriedAt: now };
  await tx.run(setExtensionTried, {
    id: domain.id,
    triedAt: now,
    dueAt: nextDueAt(tried, services.operations.rules),
  });
  // A running renewal may add the missing time; otherwise the next attempt follows a day later.
  if (await isLaneEmpty(tx, domain.id)) enqueueExtension(tx, { domainId: domain.id });
}
