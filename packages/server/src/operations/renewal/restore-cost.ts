/** Whether a deleted domain can be restored, until when, and what that costs with its year. */
import { Refusal } from '../../base/errors.ts';
import { centsPerCredit } from '../../base/money.ts';
import { findOffer, type PriceList, termCostCents } from '../../domains/pricing.ts';
import { findPendingRestore } from '../../storage/queries/renewal/restores.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain, DomainWith } from '../../storage/tables/domains/domains.ts';
import type { ReadCall } from '../operation.ts';
import { loadPrices } from '../prices/load-prices.ts';

/** A restore always comes with a renewal, because most deleted domains have expired. */
export const restoredYears = 1;

export interface RestoreOffer {
  readonly amountCents: number;
  readonly until: number;
}

export interface RestoreTerms {
  readonly isUnderWay: boolean;
  readonly prices: PriceList;
}

export async function loadRestoreTerms(
  reader: HostmasterReader,
  { id, name, workspaceId }: Pick<Domain, 'id' | 'name' | 'workspaceId'>,
): Promise<RestoreTerms> {
  const [restore, prices] = await Promise.all([
    reader.first(findPendingRestore, { domainId: id }),
    loadPrices(reader, { workspaceId, names: [name] }),
  ]);
  return { isUnderWay: restore !== undefined, prices };
}

export function restoreOffer(
  call: Pick<ReadCall, 'now'>,
  domain: DomainWith<'name' | 'state' | 'premium' | 'redemptionUntil'>,
  { isUnderWay, prices }: RestoreTerms,
): RestoreOffer {
  const { state, name } = domain;
  const { redemptionUntil: until } = domain.release;
  const { premium } = domain.registration;
  if (state !== 'releasing' || until === null) throw refusal('This domain is not deleted.');
  if (call.now >= until) throw refusal('This domain can no longer be restored.');
  if (isUnderWay) throw refusal('This domain is already being restored.');
  const offer = findOffer(name, prices);
  const restoreCredits = offer?.price.restoreCredits ?? null;
  if (offer === null || restoreCredits === null) {
    throw refusal('There is no price for a restore of this domain. Ask the operator to set one.');
  }
  const term = { kind: 'renewal', years: restoredYears, price: offer.price, premium } as const;
  return { amountCents: restoreCredits * centsPerCredit + termCostCents(term), until };
}

function refusal(message: string): Refusal {
  return new Refusal('not_restorable', message);
}
