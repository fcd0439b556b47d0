/**
 * PATCH /v1/domains/transfers/{transferId}. The transfer is requested again, with this auth code; it
 * is the same transfer with the same credits.
 */
import { Refusal } from '../../base/errors.ts';
import { transferJob } from '../../changes/job-kinds.ts';
import { happened } from '../../facts/fact.ts';
import { update } from '../../storage/row-write.ts';
import { domains } from '../../storage/tables/domains/domains.ts';
import { type TransferIn, transfersIn } from '../../storage/tables/transfers/transfers-in.ts';
import { changeOperation } from '../operation.ts';
import { loadTransferLocked, requireOpen, transferView } from './own-transfer.ts';

export const updateTransfer = changeOperation('updateTransfer', {
  parse: (input) => ({ transferId: input.transferId, authCode: input.authCode.trim() }),

  commit: 'shared',

  load: (reader, call, { transferId }) => loadTransferLocked(reader, call, transferId),

  decide(call, { transferId, authCode }, { transfer, domain }) {
    requireOpen(transfer);
    requireUnaccepted(transfer);
    const requested = {
      status: 'pending',
      reason: null,
      action: null,
      until: null,
      authCode: call.services.secrets.seal(authCode),
      updatedAt: call.now,
    } as const;
    return {
      answer: { transfer: transferView({ ...transfer, ...requested }) },
      change: {
        rows: [
          update(transfersIn, { id: transferId }, requested),
          update(domains, { id: domain.id }, { dueAt: null }),
        ],
        jobs: [transferJob({ domainId: domain.id })],
        facts: [happened(call, { kind: 'domain.transfer_retry', domain: domain.name, transferId })],
      },
    };
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
