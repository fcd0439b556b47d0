/** Renewals that are ordered together with a top-up and begin when it is paid. */
import { enqueue } from '../jobs/queue.ts';
import { insertPaidRenewal, listPaidRenewals } from '../storage/queries/paid-renewals.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';

export interface PaidRenewalsJob {
  readonly topUpId: string;
}

export interface OrderedRenewal {
  readonly name: string;
  readonly maxCents: number;
}

export async function orderRenewals(
  tx: HostmasterTx,
  order: { readonly topUpId: string; readonly renewals: readonly OrderedRenewal[] },
): Promise<void> {
  const { topUpId, renewals } = order;
  const unique = new Map(renewals.map((renewal) => [renewal.name, renewal]));
  for (const { name, maxCents } of unique.values()) {
    await tx.run(insertPaidRenewal, { topUpId, name, maxCents, state: 'waiting' });
  }
}

/** In the transaction that marks the top-up as paid, so that it happens exactly once. */
export async function startRenewals(tx: HostmasterTx, topUpId: string): Promise<void> {
  const renewals = await tx.all(listPaidRenewals, { topUpId });
  if (renewals.length === 0) return;
  const payload: PaidRenewalsJob = { topUpId };
  enqueue(tx, {
    kind: 'renew-after-top-up',
    lane: `top-up:${topUpId}`,
    payload: { ...payload },
  });
}

/** How many are in which state. */
export async function countRenewals(
  reader: HostmasterReader,
  topUpId: string,
): Promise<{ readonly waiting: number; readonly done: number; readonly refused: number }> {
  const renewals = await reader.all(listPaidRenewals, { topUpId });
  const count = (wanted: string) => renewals.filter(({ state }) => state === wanted).length;
  return { waiting: count('waiting'), done: count('done'), refused: count('refused') };
}
