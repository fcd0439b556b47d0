/** An operator adds credits to a workspace or removes some, never below zero. */
import { centsToCredits } from '../base/money.ts';
import { balanceCents, removeCredits, topUp } from '../ledger/ledger.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { recordFact } from '../workspaces/activity.ts';
import type { Call } from './operation.ts';

/** Returns the new balance in cents. */
export async function adjustCredits(
  tx: HostmasterTx,
  call: Pick<Call, 'actor' | 'now' | 'operationId'>,
  input: {
    readonly direction: 'add' | 'remove';
    readonly amountCents: number;
    readonly reason: string;
  },
): Promise<number> {
  const { direction, amountCents, reason } = input;
  const { workspaceId } = call.actor;
  const change = direction === 'add' ? topUp : removeCredits;
  await change(tx, { workspaceId, amountCents, reason, at: call.now });
  recordFact(tx, {
    id: call.operationId,
    at: call.now,
    actor: call.actor,
    fact: {
      kind: `credits.${direction}`,
      workspaceId,
      credits: centsToCredits(amountCents),
      reason,
    },
  });
  return balanceCents(tx, workspaceId);
}
