/**
 * DELETE /v1/domains/transfers/{transferId}. A request that the registry may have is cancelled there by
 * the job: until the registry has answered, an approval of the current registrar can come first.
 */

import { loadList } from '@hostmaster/storage';
import { transferJob } from '../../changes/job-kinds.ts';
import { happened } from '../../facts/fact.ts';
import { listSendsOfTerm } from '../../storage/queries/registry/sends.ts';
import { findPaidTerm } from '../../storage/queries/renewal/terms.ts';
import { update } from '../../storage/row-write.ts';
import { transfersIn } from '../../storage/tables/transfers/transfers-in.ts';
import { changeOperation } from '../operation.ts';
import { endedTransfer } from './end-transfer.ts';
import { loadTransferLocked, requireOpen, transferView } from './own-transfer.ts';

export const cancelTransfer = changeOperation('cancelTransfer', {
  parse: (input) => input,

  commit: 'shared',

  async load(reader, call, { transferId }) {
    const { transfer, domain } = await loadTransferLocked(reader, call, transferId);
    const { domainId, termId } = transfer;
    const [term, sends] = await Promise.all([
      reader.first(findPaidTerm, { id: termId }),
      loadList(reader, listSendsOfTerm, { domainId, termId }),
    ]);
    if (term === undefined) throw new Error(`${transfer.id} has no term.`);
    return { transfer, domain, term, sends };
  },

  decide(call, _input, { transfer, domain, term, sends }) {
    requireOpen(transfer);
    const { now, actor, operationId } = call;
    if (sends.every(({ outcome }) => outcome === 'refused')) {
      const { links } = call.services;
      const end = { transfer, domain, failure: null, at: now, actor, operationId, links };
      const shown = {
        ...transfer,
        status: 'cancelled',
        reason: null,
        action: null,
        isCancelling: false,
        updatedAt: now,
        termState: 'voided',
      } as const;
      return {
        answer: { transfer: transferView(shown) },
        // A cancellation sends no mail.
        change: endedTransfer({ ...end, term, recipient: null }),
      };
    }
    const cancelling = { isCancelling: true, updatedAt: now };
    const { id: transferId, domainId } = transfer;
    return {
      answer: { transfer: transferView({ ...transfer, ...cancelling }) },
      change: {
        rows: [update(transfersIn, { id: transferId }, cancelling)],
        jobs: [transferJob({ domainId })],
        facts: [
          happened(call, { kind: 'domain.transfer_cancel', domain: domain.name, transferId }),
        ],
      },
    };
  },
});
