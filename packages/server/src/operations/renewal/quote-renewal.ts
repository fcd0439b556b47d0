/** What renewing a domain costs, for each term it can be renewed for; empty when it cannot be renewed. */
import type { HostmasterReader } from '../../storage/schema.ts';
import type { DomainWith } from '../../storage/tables/domains/domains.ts';
import { isChangeable } from '../loading.ts';
import type { ReadCall } from '../operation.ts';
import { renewalCostCents } from './renewal-cost.ts';
import { possibleTerms } from './term-limits.ts';

export interface RenewalQuote {
  readonly years: number;
  readonly costCents: number;
  readonly expiresAt: number;
}

export async function quoteRenewal(
  reader: HostmasterReader,
  call: ReadCall,
  domain: DomainWith<'name' | 'state' | 'premium' | 'expiresAt' | 'transferOutUntil'>,
): Promise<readonly RenewalQuote[]> {
  if (!isChangeable(domain) || domain.transferOut.transferOutUntil !== null) return [];
  const { workspaceId } = call.actor;
  const yearCents = await renewalCostCents(reader, { workspaceId, domain, years: 1 });
  if (yearCents === null) return [];
  const { name } = domain;
  const { expiresAt } = domain.registration;
  return possibleTerms(call, { name, expiresAt }).map((term) => ({
    ...term,
    costCents: yearCents * term.years,
  }));
}
