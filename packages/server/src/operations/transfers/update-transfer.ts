/**
 * PATCH /v1/domains/transfers/{transferId}. The transfer is requested again, with this auth code; it
 * is the same transfer with the same credits.
 */
import { Refusal } from '../../base/errors.ts';
import { enqueueTransfer } from '../../fulfilment/job-kinds.ts';
import { setDueAt } from '../../storage/queries/lifecycle.ts';
import { updateTransferIn } from '../../storage/queries/transfers-in.ts';
import type { TransferIn } from '../../storage/tables/transfers-in.ts';
import { recordFact } from '../../workspaces/activity.ts';
import { applyOperation } from '../operation.ts';
import { loadTransfer, lockOpenTransfer, transferView } from './own-transfer.ts';

export const updateTransfer = applyOperation('updateTransfer', {
  parse: (input) => ({ transferId: input.transferId, authCode: input.authCode.trim() }),

  async apply(tx, call, { transferId, authCode }) {
    const { transfer, domain } = await lockOpenTransfer(tx, call, transferId);
    requireUnaccepted(transfer);
    await tx.run(updateTransferIn, {
      ...transfer,
      status: 'pending',
      reason: null,
      action: null,
      until: null,
      authCode: call.services.secrets.seal(authCode),
      updatedAt: call.now,
    });
    await tx.run(setDueAt, { id: domain.id, dueAt: null });
    await enqueueTransfer(tx, { domainId: domain.id });
    recordFact(tx, {
      id: call.operationId,
      at: call.now,
      actor: call.actor,
      fact: { kind: 'domain.transfer_retry', domain: domain.name, transferId },
    });
    return { transfer: transferView(await loadTransfer(tx, call, transferId)) };
  },
});

function requireUnaccepted({ status, isCancelling }: TransferIn): void {
  if (isCancelling) {
    throw new Refusal('transfer_under_way', 'This transfer is being cancelled.');
  }
  if (status === 'waiting_for_losing_registrar') {
    throw new Refusal(
      'transfer_under_way',
      'The registry has accepted the auth code. The current registrar decides now.',
    );
  }
}
