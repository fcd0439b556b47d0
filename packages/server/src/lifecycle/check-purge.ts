/** The redemption of a deleted domain is over: a job looks whether the registry has freed the name. */
import { enqueueRelease } from '../fulfilment/job-kinds.ts';
import { setDueAt } from '../storage/queries/lifecycle.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';

/** The job runs after a restore that is under way. It sets the next time while the name is not free. */
export async function checkPurge(tx: HostmasterTx, { id }: Domain): Promise<void> {
  await tx.run(setDueAt, { id, dueAt: null });
  enqueueRelease(tx, { domainId: id });
}
