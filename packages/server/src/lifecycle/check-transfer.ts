/** A transfer from another registrar is due: a job asks the registry what became of it. */
import { enqueueTransfer } from '../fulfilment/job-kinds.ts';
import { setDueAt } from '../storage/queries/lifecycle.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';

/** The job sets the next time. */
export async function checkTransfer(tx: HostmasterTx, { id }: Domain): Promise<void> {
  await tx.run(setDueAt, { id, dueAt: null });
  await enqueueTransfer(tx, { domainId: id });
}
