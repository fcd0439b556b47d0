/** Records a top-up before the payment provider is called. */
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import type { Limits } from '../base/limits.ts';
import { centsToCredits } from '../base/money.ts';
import { insertTopUp } from '../storage/queries/top-ups.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { TopUp } from '../storage/tables/top-ups.ts';
import { recordFact } from '../workspaces/activity.ts';
import type { Actor } from '../workspaces/actor.ts';
import { requireRoom } from '../workspaces/workspace-quota.ts';
import { countRenewals, type OrderedRenewal, orderRenewals } from './paid-renewals.ts';

export async function requestTopUp(
  tx: HostmasterTx,
  request: {
    readonly actor: Actor;
    readonly operationId: string;
    readonly amountCents: number;
    readonly provider: TopUp['provider'];
    /** Calendar time. */
    readonly at: number;
    /** Machine time. */
    readonly now: number;
    readonly limits: Pick<Limits, 'openTopUps'>;
    /** Begin when it is paid. */
    readonly renewals?: readonly OrderedRenewal[];
  },
) {
  const { actor, amountCents, provider, now, limits } = request;
  await requireRoom(tx, 'openTopUps', { workspaceId: actor.workspaceId, now, limits });
  const row = {
    id: newId('top'),
    workspaceId: actor.workspaceId,
    requestedBy: actor.id,
    amountCents,
    provider,
    createdAt: now,
  };
  await tx.run(insertTopUp, row);
  await orderRenewals(tx, { topUpId: row.id, renewals: request.renewals ?? [] });
  recordFact(tx, {
    id: request.operationId,
    at: request.at,
    actor,
    fact: {
      kind: 'credits.top_up_requested',
      topUpId: row.id,
      credits: centsToCredits(amountCents),
      provider,
    },
  });
  return topUpView({ ...row, state: 'created' }, await countRenewals(tx, row.id));
}

export function topUpView(
  row: Pick<TopUp, 'id' | 'state' | 'provider' | 'amountCents' | 'createdAt'>,
  renewals: Awaited<ReturnType<typeof countRenewals>>,
) {
  return {
    id: row.id,
    state: row.state,
    provider: row.provider,
    credits: centsToCredits(row.amountCents),
    createdAt: isoTime(row.createdAt),
    renewals,
  };
}
