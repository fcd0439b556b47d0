/** What registering a name costs a workspace, and for which terms it can be registered. */
import { type Price, termCostCents } from '../../domains/pricing.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { ReadCall } from '../operation.ts';
import { possibleTerms } from '../renewal/term-limits.ts';
import { checkAvailability, type NameAvailability } from './availability.ts';
import { requireDomainName, requirePrice } from './registrable-name.ts';

export interface NameQuote {
  readonly domain: string;
  readonly available: boolean;
  /** The workspace has registered it. */
  readonly isOwn: boolean;
  readonly isPremium: boolean;
  /** Per year. */
  readonly registerCents: number;
  /** Per year. */
  readonly renewCents: number;
}

export interface RegistrationQuote extends NameQuote {
  readonly terms: readonly {
    readonly years: number;
    readonly costCents: number;
    readonly expiresAt: number;
  }[];
}

/** Refuses what `registerDomain` would refuse by name or price; a taken name is quoted as taken. */
export async function quoteRegistration(
  reader: HostmasterReader,
  call: ReadCall,
  domain: string,
): Promise<RegistrationQuote> {
  const name = requireDomainName(domain);
  const price = await requirePrice(reader, call, name);
  const availability = (await checkAvailability(reader, call, [name])).get(name) ?? notAvailable;
  const { premium } = availability;
  return {
    ...quoteName(name, price, availability),
    terms: possibleTerms(call, { name, expiresAt: call.now }).map(({ years, expiresAt }) => ({
      years,
      costCents: termCostCents({ kind: 'registration', years, price, premium }),
      expiresAt,
    })),
  };
}

export const notAvailable: NameAvailability = {
  available: false,
  premium: null,
  because: 'not-offered',
  isOwn: false,
};

export function quoteName(
  domain: string,
  price: Price,
  { available, premium, isOwn }: NameAvailability,
): NameQuote {
  const yearCents = (kind: 'registration' | 'renewal') =>
    termCostCents({ kind, years: 1, price, premium });
  return {
    domain,
    available,
    isOwn,
    isPremium: premium !== null,
    registerCents: yearCents('registration'),
    renewCents: yearCents('renewal'),
  };
}
