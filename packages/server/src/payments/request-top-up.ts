/** Records a top-up before the payment provider is called. */
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import type { Limits } from '../base/limits.ts';
import { centsToCredits } from '../base/money.ts';
import { changeWork, ofWorkspace } from '../changes/persist.ts';
import { happened } from '../facts/fact.ts';
import { insert } from '../storage/row-write.ts';
import { type TopUp, topUps } from '../storage/tables/credits/top-ups.ts';
import type { Actor } from '../workspaces/actor.ts';
import { loadUse, requireRoomFor } from '../workspaces/workspace-quota.ts';
import { type OrderedRenewal, type RenewalCounts, renewalRows } from './paid-renewals.ts';

export function requestTopUp(request: {
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
}) {
  const { actor, operationId, amountCents, provider, at, now, limits } = request;
  const { workspaceId } = actor;
  return changeWork({
    ...ofWorkspace(workspaceId),
    load: (reader) => loadUse(reader, 'openTopUps', { workspaceId, now }),
    decide(used) {
      requireRoomFor('openTopUps', used, limits);
      const row = {
        id: newId('top'),
        workspaceId,
        requestedBy: actor.id,
        amountCents,
        provider,
        state: 'created',
        checkoutAttempt: 1,
        sessionId: null,
        payUrl: null,
        paymentRef: null,
        transferId: null,
        createdAt: now,
        askedAt: now,
        settledAt: null,
        receiptNumber: null,
      } as const;
      const ordered = renewalRows({ topUpId: row.id, renewals: request.renewals ?? [] });
      const credits = centsToCredits(amountCents);
      const fact = {
        kind: 'credits.top_up_requested',
        topUpId: row.id,
        credits,
        provider,
      } as const;
      return {
        answer: topUpView(row, { waiting: ordered.length, done: 0, refused: 0 }),
        change: {
          rows: [insert(topUps, row), ...ordered],
          facts: [happened({ actor, operationId, now: at }, fact)],
        },
      };
    },
  });
}

export function topUpView(
  row: Pick<TopUp, 'id' | 'state' | 'provider' | 'amountCents' | 'createdAt'>,
  renewals: RenewalCounts,
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
