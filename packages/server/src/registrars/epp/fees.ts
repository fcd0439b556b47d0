/**
 * Prices by the fee extension (RFC 8748). Every name is bought at the quoted price: before each
 * purchase the price is queried again, and nothing is sent when it has risen.
 */
import {
  type CheckDomainsResult,
  checkDomains,
  type FeeAgreement,
  type FeeCommandName,
  type FeeQuery,
} from '@hostmaster/epp';
import type { PremiumPrice } from '../../storage/tables/domains/domains.ts';
import { PriceTooHigh, RegistryUnavailable } from '../registrar.ts';
import { ask } from './outcomes.ts';
import type { OutsidePool } from './outside-pool.ts';
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
 * own: then it is premium. A name without a readable price is `unpriced`, unless the operator says
 * otherwise.
 */
export function premiumOf(
  config: Pick<RegistryConfig, 'fees'>,
  result: CheckDomainsResult,
  name: string,
): PremiumPrice | 'unpriced' | null {
  const { fees } = config;
  const quote = amountsOf(result, name);
  const create = quote?.amounts.get('create');
  if (quote === null || create === undefined) return unquotedPrice(fees, name);
  if (quote.currency !== fees.currency) return 'unpriced';
  const standard = standardFeesOf(fees, name);
  const renew = quote.amounts.get('renew');
  const isStandard =
    !quote.hasClass &&
    standard !== null &&
    !isAbove(create, standard.create) &&
    !isAbove(renew ?? 0, standard.renew);
  return isStandard ? null : priceOf(fees, { create, renew: renew ?? create });
}

function unquotedPrice(fees: FeeConfig, name: string): PremiumPrice | 'unpriced' | null {
  const listed = fees.premiumNames[name];
  if (listed !== undefined) return priceOf(fees, listed);
  return fees.unquoted === 'refuse' ? 'unpriced' : null;
}

function priceOf({ currency, creditsPerUnit }: FeeConfig, fees: YearlyFees): PremiumPrice {
  return {
    registerCredits: wholeCredits(fees.create * creditsPerUnit),
    renewCredits: wholeCredits(fees.renew * creditsPerUnit),
    fee: { currency, create: fees.create.toFixed(2), renew: fees.renew.toFixed(2) },
  };
}

interface Purchase {
  readonly command: 'create' | 'renew' | 'transfer';
  readonly name: string;
  readonly years: number;
  readonly premium: PremiumPrice | null;
  readonly acceptsAnyPrice?: boolean;
}

/** The fee to send with a purchase. Throws PriceTooHigh when the registry asks more than was agreed. */
export async function agreedFee(
  pool: OutsidePool,
  config: RegistryConfig,
  purchase: Purchase,
): Promise<{ readonly fee?: FeeAgreement }> {
  const { command, name, years, premium } = purchase;
  const { use, currency, unquoted } = config.fees;
  if (use === 'none') return {};
  const { data } = await ask(pool, checkDomains, {
    names: [name],
    fee: queryFor(config, [command], Math.max(1, years)),
  });
  const asked = amountsOf(data, name);
  const amount = asked?.amounts.get(command);
  if (asked === null || amount === undefined) {
    if (unquoted === 'standard' || premium !== null || purchase.acceptsAnyPrice === true) return {};
    throw new PriceTooHigh('The registry quotes no price for this name.');
  }
  if (asked.currency !== currency) {
    // A configuration error, not a refusal of the name: the job waits until it is fixed.
    const problem = `Prices were requested in ${currency}, but the registry quoted ${asked.currency}.`;
    throw new RegistryUnavailable(new Error(problem));
  }
  const agreed = agreedMax(config.fees, purchase);
  const isTooHigh = isAbove(amount, agreed);
  if (isTooHigh && purchase.acceptsAnyPrice !== true) {
    const agreedText = `${agreed.toFixed(2)} ${currency} was agreed`;
    throw new PriceTooHigh(`The registry now asks ${amount} ${currency}; ${agreedText}`);
  }
  const isPremium = premium !== null || asked.hasClass || isTooHigh;
  if (use === 'premium' && !isPremium) return {};
  return { fee: { currency, fees: [{ amount: amount.toFixed(2) }] } };
}

/** What was quoted: for a standard name the suffix's fee. Years after the first may cost a renewal. */
function agreedMax(fees: FeeConfig, { command, name, years, premium }: Purchase): number {
  const yearly = quotedFees(fees, name, premium);
  // A transfer costs a renewal, also where it adds no year.
  if (command !== 'create') return yearly.renew * Math.max(1, years);
  return yearly.create + Math.max(yearly.create, yearly.renew) * (years - 1);
}

function quotedFees(fees: FeeConfig, name: string, premium: PremiumPrice | null): YearlyFees {
  const standard = standardFeesOf(fees, name) ?? { create: 0, renew: 0 };
  if (premium === null) return standard;
  if ('factor' in premium) {
    return { create: standard.create * premium.factor, renew: standard.renew * premium.factor };
  }
  const { fee, registerCredits, renewCredits } = premium;
  return fee === undefined
    ? { create: registerCredits / fees.creditsPerUnit, renew: renewCredits / fees.creditsPerUnit }
    : { create: Number(fee.create), renew: Number(fee.renew) };
}

/** Ignores floating-point error. */
function isAbove(amount: number, limit: number): boolean {
  return amount > limit + 0.001;
}

function queryFor(config: RegistryConfig, commands: readonly FeeCommandName[], years: number) {
  return {
    currency: config.fees.currency,
    commands: commands.map((name) => ({ name, periodYears: years })),
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
    if (parts.length === 0) continue;
    amounts.set(
      command.name,
      parts.reduce((sum, part) => sum + Number(part.amount), 0),
    );
  }
  const word = object.class?.toLowerCase() ?? 'standard';
  return { hasClass: word !== 'standard', currency: fee.currency, amounts };
}

/** Rounds up, but ignores floating-point error: 100 times 1.1 is 110. */
function wholeCredits(amount: number): number {
  return Math.ceil(Number(amount.toFixed(6)));
}
