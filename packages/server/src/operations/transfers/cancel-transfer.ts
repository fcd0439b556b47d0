/**
 * DELETE /v1/domains/transfers/{transferId}. A request that the registry may have is cancelled there by
 * the job: until the registry has answered, an approval of the current registrar can come first.
 */
import { enqueueTransfer } from '../../fulfilment/job-kinds.ts';
import { listSendsOfTerm } from '../../storage/queries/sends.ts';
import { updateTransferIn } from '../../storage/queries/transfers-in.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import { recordFact } from '../../workspaces/activity.ts';
import { applyOperation, type Call } from '../operation.ts';
import { endTransfer } from './end-transfer.ts';
import { loadTransfer, lockOpenTransfer, transferView } from './own-transfer.ts';

export const cancelTransfer = applyOperation('cancelTransfer', {
  parse: (input) => input,

  async apply(tx, call, { transferId }) {
    await cancel(tx, call, transferId);
    return { transfer: transferView(await loadTransfer(tx, call, transferId)) };
  },
});

async function cancel(tx: HostmasterTx, call: Call, transferId: string): Promise<void> {
  const { transfer, domain } = await lockOpenTransfer(tx, call, transferId);
  const { domainId, termId } = transfer;
  const sends = await tx.all(listSendsOfTerm, { domainId, termId });
  if (sends.every(({ outcome }) => outcome === 'refused')) {
    const { actor, now: at, operationId } = call;
    const { links } = call.services;
    await endTransfer(tx, { transfer, domain, failure: null, at, actor, operationId, links });
    return;
  }
  await tx.run(updateTransferIn, { ...transfer, isCancelling: true, updatedAt: call.now });
  await enqueueTransfer(tx, { domainId });
  recordFact(tx, {
    id: call.operationId,
    at: call.now,
    actor: call.actor,
    fact: { kind: 'domain.transfer_cancel', domain: domain.name, transferId: transfer.id },
  });
}
