/**
 * Settles a top-up exactly once: the transfer, the row, the activity, the receipt and its mail are one
 * change, decided under the row's lock.
 */
import { loadList } from '@hostmaster/storage';
import { newId } from '../base/ids.ts';
import { centsToCredits } from '../base/money.ts';
import type { Change } from '../changes/change.ts';
import type { FactEntry } from '../facts/fact.ts';
import { lockBalanceCents } from '../ledger/balances.ts';
import { topUp as transferOf } from '../ledger/ledger-entry.ts';
import { mailTo } from '../notices/new-mail.ts';
import { topUpPaid } from '../notices/notices.ts';
import { listPaidRenewals } from '../storage/queries/renewal/paid-renewals.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces/workspaces.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type TopUp, topUps } from '../storage/tables/credits/top-ups.ts';
import type { Actor } from '../workspaces/actor.ts';
import { renewalsJob } from './paid-renewals.ts';
import type { PaymentServices } from './payment-services.ts';
import { issueReceipt, loadReceiptFacts, type ReceiptFacts, receiptLabel } from './receipts.ts';

type TopUpServices = Pick<PaymentServices, 'clock' | 'links' | 'seller' | 'calendarNow'>;

/** What a settlement depends on besides the top-up. */
export interface SettlementFacts {
  /** Calendar time. */
  readonly at: number;
  readonly balanceCents: number;
  readonly recipient: string | null;
  readonly hasRenewals: boolean;
  readonly receipt: ReceiptFacts;
}

/** The top-up is locked already. */
export async function loadSettlement(
  reader: HostmasterReader,
  services: Pick<TopUpServices, 'calendarNow' | 'seller'>,
  { id: topUpId, workspaceId }: TopUp,
): Promise<SettlementFacts> {
  const [at, workspace, renewals, balanceCents] = await Promise.all([
    services.calendarNow(reader),
    reader.first(findWorkspaceEmail, { id: workspaceId }),
    loadList(reader, listPaidRenewals, { topUpId }),
    lockBalanceCents(reader, workspaceId),
  ]);
  const recipient = workspace?.email ?? null;
  const hasRenewals = renewals.length > 0;
  // After the balance: settlements lock in the same order.
  const receipt = await loadReceiptFacts(reader, services, workspaceId);
  return { at, balanceCents, recipient, hasRenewals, receipt };
}

interface TopUpSettlement {
  readonly topUp: TopUp;
  readonly actor: Actor;
  /** The activity id of the operation that settles the top-up; a new one when absent. */
  readonly activityId?: string;
  readonly facts: SettlementFacts;
}

/** `paid` is final; every other state may still change to `paid`. */
export function settlePaid(
  services: TopUpServices,
  settlement: TopUpSettlement & {
    readonly sessionId: string | null;
    readonly paymentRef: string | null;
  },
): Change {
  const { topUp, sessionId, paymentRef, facts } = settlement;
  const { id, workspaceId, amountCents, state } = topUp;
  const { at, recipient, hasRenewals } = facts;
  if (state === 'paid') throw new Error(`${id} was paid before.`);
  const transfer = transferOf({ workspaceId, amountCents, reason: `Top-up ${id}`, at });
  const receipt = issueReceipt(facts.receipt, { topUp, paymentRef, paidAt: at, issuedAt: at });
  const paid = {
    state: 'paid',
    sessionId,
    paymentRef,
    transferId: transfer.id,
    settledAt: services.clock.now(),
    receiptNumber: receipt.number,
  } as const;
  const notice = topUpPaid(services.links, {
    workspaceId,
    topUpId: id,
    receipt: { number: receipt.number, label: receiptLabel(receipt) },
    isTest: topUp.provider === 'sandbox',
    amountCents,
    balanceCents: facts.balanceCents + amountCents,
    at,
  });
  return {
    ledger: [transfer],
    // After the transfer, which it refers to.
    termRows: [update(topUps, { id, state }, paid), ...receipt.rows],
    jobs: hasRenewals ? [renewalsJob(id)] : [],
    facts: [settled(settlement, 'credits.top_up')],
    mails: [mailTo({ workspaceId, recipient, at, notice })],
  };
}

export function settleUnpaid(
  services: TopUpServices,
  settlement: TopUpSettlement & { readonly state: 'failed' | 'expired' },
): Change {
  const { topUp, state } = settlement;
  if (topUp.state !== 'created') throw new Error(`${topUp.id} was settled before.`);
  const settledAt = services.clock.now();
  return {
    rows: [update(topUps, { id: topUp.id, state: 'created' }, { state, settledAt })],
    facts: [settled(settlement, `credits.top_up_${state}`)],
  };
}

type SettledKind = 'credits.top_up' | 'credits.top_up_failed' | 'credits.top_up_expired';

function settled(
  { topUp, actor, activityId, facts: { at } }: TopUpSettlement,
  kind: SettledKind,
): FactEntry {
  const { id: topUpId, amountCents, provider } = topUp;
  const credits = centsToCredits(amountCents);
  return { id: activityId ?? newId('act'), at, actor, fact: { kind, topUpId, credits, provider } };
}
