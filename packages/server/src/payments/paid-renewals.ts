/** Renewals that are ordered together with a top-up and begin when it is paid. */
import { loadList } from '@hostmaster/storage';
import { enqueue, type JobWrite } from '../changes/job-write.ts';
import { listPaidRenewals } from '../storage/queries/renewal/paid-renewals.ts';
import { insert, type RowWrite } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { paidRenewals } from '../storage/tables/renewal/paid-renewals.ts';

export interface PaidRenewalsJob {
  readonly topUpId: string;
}

export interface OrderedRenewal {
  readonly name: string;
  readonly maxCents: number;
}

export function renewalRows(order: {
  readonly topUpId: string;
  readonly renewals: readonly OrderedRenewal[];
}): readonly RowWrite[] {
  const { topUpId, renewals } = order;
  const unique = new Map(renewals.map((renewal) => [renewal.name, renewal]));
  return [...unique.values()].map(({ name, maxCents }) =>
    insert(paidRenewals, { topUpId, name, maxCents, state: 'waiting' }),
  );
}

/** In the change that marks the top-up as paid, so that it happens exactly once. */
export function renewalsJob(topUpId: string): JobWrite {
  const payload: PaidRenewalsJob = { topUpId };
  const lane = `top-up:${topUpId}`;
  return enqueue({ kind: 'renew-after-top-up', lane, payload: { ...payload } });
}

export interface RenewalCounts {
  readonly waiting: number;
  readonly done: number;
  readonly refused: number;
}

/** How many are in which state. */
export async function countRenewals(
  reader: HostmasterReader,
  topUpId: string,
): Promise<RenewalCounts> {
  const renewals = await loadList(reader, listPaidRenewals, { topUpId });
  const count = (wanted: string) => renewals.filter(({ state }) => state === wanted).length;
  return { waiting: count('waiting'), done: count('done'), refused: count('refused') };
}
