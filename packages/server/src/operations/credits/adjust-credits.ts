/** An operator adds credits to a workspace or removes some, never below zero. */
import { centsToCredits } from '../../base/money.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import { happened } from '../../facts/fact.ts';
import { lockBalanceCents } from '../../ledger/balances.ts';
import { removal, topUp } from '../../ledger/ledger-entry.ts';
import type { Call } from '../operation.ts';

/** Answers the new balance in cents. */
export function adjustCredits(
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  input: {
    readonly direction: 'add' | 'remove';
    readonly amountCents: number;
    readonly reason: string;
  },
) {
  const { direction, amountCents, reason } = input;
  const { workspaceId } = call.actor;
  return changeWork({
    ...ofWorkspace(workspaceId, 'alone'),
    load: (reader) => lockBalanceCents(reader, workspaceId),
    decide(balanceCents) {
      const movement = { workspaceId, amountCents, reason, at: call.now };
      const isAdded = direction === 'add';
      const entry = isAdded ? topUp(movement) : removal(movement, balanceCents);
      return {
        answer: isAdded ? balanceCents + amountCents : balanceCents - amountCents,
        change: {
          ledger: [entry],
          facts: [
            happened(call, {
              kind: `credits.${direction}`,
              workspaceId,
              credits: centsToCredits(amountCents),
              reason,
            }),
          ],
        },
      };
    },
  });
}
