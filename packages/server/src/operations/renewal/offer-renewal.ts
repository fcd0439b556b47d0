/** What a renewal costs and until when it lasts, or why the domain cannot be renewed. */
import { Refusal } from '../../base/errors.ts';
import type { PriceList } from '../../domains/pricing.ts';
import type { DomainWith } from '../../storage/tables/domains/domains.ts';
import { assertChangeable } from '../loading.ts';
import type { ReadCall } from '../operation.ts';
import { requireNoTransferOut } from '../transfers/transfer-lock.ts';
import { renewalCost } from './renewal-cost.ts';
import { requireTerm } from './term-limits.ts';

export function offerRenewal(
  call: ReadCall,
  domain: DomainWith<'name' | 'state' | 'premium' | 'expiresAt' | 'transferOutUntil'>,
  { years, prices }: { readonly years: number; readonly prices: PriceList },
): { readonly expiresAt: number; readonly amountCents: number } {
  assertChangeable(domain);
  requireNoTransferOut(domain);
  const expiresAt = requireTerm(call, { name: domain.name, ...domain.registration }, years);
  const amountCents = renewalCost(domain, years, prices);
  if (amountCents === null) {
    throw new Refusal('unsupported_tld', `There is no renewal price for ${domain.name}.`);
  }
  return { expiresAt, amountCents };
}
