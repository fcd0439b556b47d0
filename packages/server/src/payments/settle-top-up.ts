/**
 * Settles a top-up exactly once: the transfer, the row, the activity and the receipt are written in
 * the transaction that holds the row's lock.
 */
import { newId } from '../base/ids.ts';
import { centsToCredits } from '../base/money.ts';
import { balanceCents, topUp as transferTopUp } from '../ledger/ledger.ts';
import { topUpPaid } from '../mail/notices.ts';
import { postMail } from '../mail/outbox.ts';
import { setPaid, setUnpaid } from '../storage/queries/top-ups.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { TopUp } from '../storage/tables/top-ups.ts';
import { recordFact } from '../workspaces/activity.ts';
import type { Actor } from '../workspaces/actor.ts';
import { startRenewals } from './paid-renewals.ts';
import type { PaymentServices } from './payment-services.ts';

type TopUpServices = Pick<PaymentServices, 'clock' | 'links' | 'calendarNow'>;

interface TopUpSettlement {
  /** Locked by this transaction. */
  readonly topUp: TopUp;
  readonly actor: Actor;
  /** The activity id of the operation that settles the top-up; a new one when absent. */
  readonly activityId?: string;
}

export async function settlePaid(
  tx: HostmasterTx,
  services: TopUpServices,
  settlement: TopUpSettlement & {
    readonly sessionId: string | null;
    readonly paymentRef: string | null;
  },
): Promise<void> {
  const { topUp } = settlement;
  const { workspaceId, amountCents } = topUp;
  const at = await services.calendarNow(tx);
  const transferId = await transferTopUp(tx, {
    workspaceId,
    amountCents,
    reason: `Top-up ${topUp.id}`,
    at,
  });
  const touched = await tx.run(setPaid, {
    id: topUp.id,
    sessionId: settlement.sessionId,
    paymentRef: settlement.paymentRef,
    transferId,
    settledAt: services.clock.now(),
  });
  if (touched !== 1) throw new Error(`${topUp.id} was paid before.`);
  await startRenewals(tx, topUp.id);
  record(tx, settlement, { at, kind: 'credits.top_up' });
  await postMail(tx, {
    workspaceId,
    at,
    notice: topUpPaid(services.links, {
      workspaceId,
      topUpId: topUp.id,
      isTest: topUp.provider === 'sandbox',
      amountCents,
      balanceCents: await balanceCents(tx, workspaceId),
      at,
    }),
  });
}

export async function settleUnpaid(
  tx: HostmasterTx,
  services: TopUpServices,
  settlement: TopUpSettlement & { readonly state: 'failed' | 'expired' },
): Promise<void> {
  const { topUp, state } = settlement;
  const touched = await tx.run(setUnpaid, {
    id: topUp.id,
    state,
    settledAt: services.clock.now(),
  });
  if (touched !== 1) throw new Error(`${topUp.id} was settled before.`);
  const at = await services.calendarNow(tx);
  record(tx, settlement, { at, kind: `credits.top_up_${state}` });
}

type SettledKind = 'credits.top_up' | 'credits.top_up_failed' | 'credits.top_up_expired';

function record(
  tx: HostmasterTx,
  { topUp, actor, activityId }: TopUpSettlement,
  { at, kind }: { readonly at: number; readonly kind: SettledKind },
): void {
  recordFact(tx, {
    id: activityId ?? newId('act'),
    at,
    actor,
    fact: {
      kind,
      topUpId: topUp.id,
      credits: centsToCredits(topUp.amountCents),
      provider: topUp.provider,
    },
  });
}
