/**
 * Prices by the fee extension (RFC 8748): which names are premium, and what was agreed for a name.
 * What a purchase sends is in purchase-fees.ts.
 */
import type { CheckDomainsResult, FeeCommandName, FeeQuery } from '@hostmaster/epp';
import type { PremiumPrice } from '../../storage/tables/domains/domains.ts';
import {
  type FeeConfig,
  type RegistryConfig,
  standardFeesOf,
  type YearlyFees,
} from './registry-config.ts';

/** The fee query sent with a check; empty where the registry has no fees. */
export function feeQuery(config: RegistryConfig): { readonly fee?: FeeQuery } {
  if (config.fees.use === 'none') return {};
  return { fee: queryFor(config, ['create', 'renew'], 1) };
}

/**
 * Null for a standard name. A name costs more than the suffix's standard fee, or has a class of its
 * own: then it is premium. Without a quote the operator's list decides. A quote in another currency
 * cannot be compared: then the name is `unpriced`.
 */
export function premiumOf(
  config: Pick<RegistryConfig, 'fees'>,
  result: CheckDomainsResult,
  name: string,
): PremiumPrice | 'unpriced' | null {
  const { fees } = config;
  const quote = amountsOf(result, name);
  const create = quote?.amounts.get('create');
  const renew = quote?.amounts.get('renew');
  const first = create ?? renew;
  if (quote === null || first === undefined) {
    const listed = fees.premiumNames[name];
    return listed === undefined ? null : priceOf(fees, listed);
  }
  if (quote.currency !== fees.currency) return 'unpriced';
  const standard = standardFeesOf(fees, name);
  const isStandard =
    !quote.hasClass &&
    standard !== null &&
    !isAbove(create ?? 0, standard.create) &&
    !isAbove(renew ?? 0, standard.renew);
  return isStandard ? null : priceOf(fees, { create: first, renew: renew ?? first });
}

export function priceOf({ currency, creditsPerUnit }: FeeConfig, fees: YearlyFees): PremiumPrice {
  return {
    registerCredits: wholeCredits(fees.create * creditsPerUnit),
    renewCredits: wholeCredits(fees.renew * creditsPerUnit),
    fee: { currency, create: fees.create.toFixed(2), renew: fees.renew.toFixed(2) },
  };
}

/** What a year of the name may cost us: the fee that it was sold with, else the suffix's. */
export function agreedFees(
  fees: FeeConfig,
  name: string,
  premium: PremiumPrice | null,
): YearlyFees {
  const standard = standardFeesOf(fees, name) ?? { create: 0, renew: 0 };
  if (premium === null) return standard;
  const { restore } = standard;
  const yearly = premiumFees(fees, premium, standard);
  return restore === undefined ? yearly : { ...yearly, restore };
}

function premiumFees(fees: FeeConfig, premium: PremiumPrice, standard: YearlyFees): YearlyFees {
  if ('factor' in premium) {
    return { create: standard.create * premium.factor, renew: standard.renew * premium.factor };
  }
  const { fee, registerCredits, renewCredits } = premium;
  return fee === undefined
    ? { create: registerCredits / fees.creditsPerUnit, renew: renewCredits / fees.creditsPerUnit }
    : { create: Number(fee.create), renew: Number(fee.renew) };
}

/** Ignores floating-point error. */
export function isAbove(amount: number, limit: number): boolean {
  return amount > limit + 0.001;
}

export function queryFor(
  config: RegistryConfig,
  commands: readonly FeeCommandName[],
  periodYears: number,
): FeeQuery {
  return {
    currency: config.fees.currency,
    // A restore has no period.
    commands: commands.map((name) => (name === 'restore' ? { name } : { name, periodYears })),
  };
}

interface Amounts {
  /** The registry names a class other than the standard one. */
  readonly hasClass: boolean;
  readonly currency: string;
  readonly amounts: ReadonlyMap<string, number>;
}

export function amountsOf({ fee }: CheckDomainsResult, name: string): Amounts | null {
  const object = fee?.objects.find((candidate) => candidate.name.toLowerCase() === name);
  if (fee === undefined || object === undefined) return null;
  const amounts = new Map<string, number>();
  for (const command of object.commands) {
    const parts = [...command.fees, ...command.credits];
    if (parts.length > 0) amounts.set(command.name, sumOf(parts));
  }
  const word = object.class?.toLowerCase() ?? 'standard';
  return { hasClass: word !== 'standard', currency: fee.currency, amounts };
}

export function sumOf(parts: readonly { readonly amount: string }[]): number {
  return parts.reduce((sum, part) => sum + Number(part.amount), 0);
}

/** Rounds up, but ignores floating-point error: 100 times 1.1 is 110. */
function wholeCredits(amount: number): number {
  return Math.ceil(Number(amount.toFixed(6)));
}
