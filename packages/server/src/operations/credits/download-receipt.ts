/** GET /v1/receipts/{number}/pdf. */
import { receiptPdf } from '../../payments/receipt-pdf/receipt-pdf.ts';
import { receiptLabel, requireReceipt } from '../../payments/receipts.ts';
import { requireWholeWorkspace } from '../../workspaces/permission.ts';
import { fileOperation } from '../operation.ts';

export const downloadReceipt = fileOperation(
  'downloadReceipt',
  async (reader, { actor }, { number }) => {
    requireWholeWorkspace(actor, 'read receipts');
    const { workspaceId } = actor;
    const receipt = await requireReceipt(reader, { workspaceId, number });
    return {
      fileName: `receipt-${receiptLabel(receipt)}.pdf`,
      content: await receiptPdf(receipt),
    };
  },
);
