/**
 * Prices by the fee extension (RFC 8748). A premium name is sold at the quoted price: before each
 * purchase the price is queried again, and the purchase is refused when it has risen.
 */
import {
  type CheckDomainsResult,
  checkDomains,
  type EppPool,
  type FeeAgreement,
  type FeeCommandName,
  type FeeQuery,
} from '@hostmaster/epp';
import type { PremiumPrice } from '../../storage/tables/domains.ts';
import { RegistryUnavailable } from '../registrar.ts';
import { ask, Refused } from './outcomes.ts';
import type { RegistryConfig } from './registry-config.ts';

/** The fee query sent with a check; empty where the registry has no fees. */
export function feeQuery(config: RegistryConfig): { readonly fee?: FeeQuery } {
  if (config.fees.use === 'none') return {};
  return { fee: queryFor(config, ['create', 'renew'], 1) };
}

/**
 * Null for a standard name and where the registry returns no prices. A premium name without a
 * readable price in the configured currency is `unpriced`.
 */
export function premiumOf(
  config: Pick<RegistryConfig, 'fees'>,
  result: CheckDomainsResult,
  name: string,
): PremiumPrice | 'unpriced' | null {
  const asked = amountsOf(result, name);
  if (asked === null || !asked.isPremium) return null;
  const { currency, creditsPerUnit } = config.fees;
  const create = asked.amounts.get('create');
  const renew = asked.amounts.get('renew') ?? create;
  if (create === undefined || renew === undefined || asked.currency !== currency) return 'unpriced';
  return {
    registerCredits: wholeCredits(create * creditsPerUnit),
    renewCredits: wholeCredits(renew * creditsPerUnit),
    fee: { currency, create: create.toFixed(2), renew: renew.toFixed(2) },
  };
}

/** The fee to echo with a purchase. Throws Refused when the registry asks more than was agreed. */
export async function agreedFee(
  pool: EppPool,
  config: RegistryConfig,
  purchase: {
    readonly command: 'create' | 'renew';
    readonly name: string;
    readonly years: number;
    readonly premium: PremiumPrice | null;
  },
): Promise<{ readonly fee?: FeeAgreement }> {
  const { command, name, years, premium } = purchase;
  const { use, currency } = config.fees;
  if (use === 'none' || (use === 'premium' && premium === null && command === 'renew')) return {};
  const { data } = await ask(pool, checkDomains, {
    names: [name],
    fee: queryFor(config, [command], years),
  });
  const asked = amountsOf(data, name);
  const amount = asked?.amounts.get(command);
  if (asked === null || amount === undefined) return {};
  if (asked.currency !== currency) {
    // A configuration error, not a refusal of the name: the job waits until it is fixed.
    const problem = `Prices were requested in ${currency}, but the registry quoted ${asked.currency}.`;
    throw new RegistryUnavailable(new Error(problem));
  }
  if (asked.isPremium && premium === null) {
    throw new Refused(2308, `The registry now asks a premium price of ${amount} ${currency}`);
  }
  const agreedYearly = premium !== null && 'fee' in premium ? premium.fee?.[command] : undefined;
  if (agreedYearly !== undefined && amount > Number(agreedYearly) * years + 0.001) {
    throw new Refused(
      2308,
      `The registry now asks ${amount} ${currency}; ${agreedYearly} a year was agreed`,
    );
  }
  if (use === 'premium' && !asked.isPremium) return {};
  return { fee: { currency, fees: [{ amount: amount.toFixed(2) }] } };
}

function queryFor(config: RegistryConfig, commands: readonly FeeCommandName[], years: number) {
  return {
    currency: config.fees.currency,
    commands: commands.map((name) => ({ name, periodYears: years })),
  };
}

interface Amounts {
  readonly isPremium: boolean;
  readonly currency: string;
  readonly amounts: ReadonlyMap<string, number>;
}

function amountsOf({ fee }: CheckDomainsResult, name: string): Amounts | null {
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
  return { isPremium: word !== 'standard', currency: fee.currency, amounts };
}

/** Rounds up, but ignores floating-point error: 100 times 1.1 is 110. */
function wholeCredits(amount: number): number {
  return Math.ceil(Number(amount.toFixed(6)));
}
