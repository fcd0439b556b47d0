/** What the next receipts of a workspace say about it. Those that were issued stay as they are. */
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import { happened } from '../../facts/fact.ts';
import { insert, removeAll } from '../../storage/row-write.ts';
import { billingDetails } from '../../storage/tables/credits/billing-details.ts';
import type { BillingParty } from '../../storage/tables/credits/receipts.ts';
import type { Call } from '../operation.ts';

export function changeBilling(call: Call, wanted: BillingParty) {
  const { workspaceId } = call.actor;
  const billing: BillingParty = {
    name: wanted.name.trim(),
    address: wanted.address.map((line) => line.trim()),
    taxNumber: wanted.taxNumber?.trim() ?? null,
  };
  return changeWork({
    ...ofWorkspace(workspaceId),
    load: async () => undefined,
    decide: () => ({
      answer: billing,
      change: {
        rows: [
          removeAll(billingDetails, { workspaceId }),
          insert(billingDetails, { workspaceId, ...billing }),
        ],
        facts: [happened(call, { kind: 'workspace.billing', workspaceId })],
      },
    }),
  });
}
