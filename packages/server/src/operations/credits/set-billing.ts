/** PUT /v1/billing: what the next receipts of a workspace say about it. */
import { happened } from '../../facts/fact.ts';
import { insert, removeAll } from '../../storage/row-write.ts';
import { billingDetails } from '../../storage/tables/credits/billing-details.ts';
import { requireWholeWorkspace } from '../../workspaces/permission.ts';
import { changeOperation } from '../operation.ts';
import { billingView } from './receipt-views.ts';

export const setBilling = changeOperation('setBilling', {
  parse({ name, address, taxNumber }, { actor }) {
    requireWholeWorkspace(actor, 'change billing details');
    return {
      name: name.trim(),
      address: address.map((line) => line.trim()),
      taxNumber: taxNumber?.trim() ?? null,
    };
  },

  commit: 'shared',
  load: async () => undefined,

  decide(call, billing) {
    const { workspaceId } = call.actor;
    return {
      answer: { billing: billingView(billing) },
      change: {
        rows: [
          removeAll(billingDetails, { workspaceId }),
          insert(billingDetails, { workspaceId, ...billing }),
        ],
        facts: [happened(call, { kind: 'workspace.billing', workspaceId })],
      },
    };
  },
});
