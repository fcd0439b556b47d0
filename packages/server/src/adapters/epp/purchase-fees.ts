/**
 * The fee that a purchase carries (RFC 8748): the quoted one, where it is not above what was agreed;
 * without a quote the highest that was agreed, so that a registry that wants more refuses and nothing
 * is lost. docs/adr/0023 has the table of what can go wrong.
 */
import { checkDomains, type FeeAgreement, type FeeReceipt } from '@hostmaster/epp';
import { PriceTooHigh, RegistryUnavailable } from '../../registrars/registrar.ts';
import type { PremiumPrice } from '../../storage/tables/domains/domains.ts';
import { agreedFees, amountsOf, isAbove, priceOf, queryFor, sumOf } from './fees.ts';
import { ask, Refused } from './outcomes.ts';
import type { OutsidePool } from './outside-pool.ts';
import type { RegistryConfig } from './registry-config.ts';

export interface Purchase {
  readonly command: 'create' | 'renew' | 'transfer' | 'restore';
  readonly name: string;
  readonly years: number;
  readonly premium: PremiumPrice | null;
  readonly acceptsAnyPrice?: boolean;
}

interface Agreement {
  readonly fee?: FeeAgreement;
  /** A limit, not a quoted price: the registry compares it with its own. */
  readonly isLimit?: true;
  /** What the registry or the operator's list asks. */
  readonly asked?: number;
}

/** Parameter value range: the answer to a fee that is not the registry's (RFC 8748, section 4). */
const wrongFee = 2004;
/** The extension is not implemented with this command, or was not agreed on at the sign-in. */
const noExtensionCodes: ReadonlySet<number> = new Set([2103, 2101]);

export class PurchaseFees {
  readonly #pool: OutsidePool;
  readonly #config: RegistryConfig;
  /** Commands with which the registry takes no fee, as its refusals have shown. */
  readonly #without = new Set<Purchase['command']>();

  constructor({ pool, config }: { readonly pool: OutsidePool; readonly config: RegistryConfig }) {
    this.#pool = pool;
    this.#config = config;
  }

  /**
   * Sends a purchase with its fee. Throws PriceTooHigh, and nothing is bought, when the registry asks
   * more than was agreed or refuses the limit.
   */
  async buy<Reply>(
    purchase: Purchase,
    send: (fee: { readonly fee?: FeeAgreement }) => Promise<Reply>,
  ): Promise<{ readonly reply: Reply; readonly asked: number | undefined }> {
    const { fee, isLimit, asked } = await this.#agreementFor(purchase);
    try {
      return { reply: await send(fee === undefined ? {} : { fee }), asked };
    } catch (error) {
      if (!(error instanceof Refused) || fee === undefined) throw error;
      if (noExtensionCodes.has(error.code)) {
        // Nothing was done. The next attempt, with a send of its own, goes without a fee.
        this.#without.add(purchase.command);
        throw new RegistryUnavailable(error);
      }
      if (error.code !== wrongFee || isLimit === undefined) throw error;
      const most = `${sumOf(fee.fees).toFixed(2)} ${fee.currency}`;
      throw new PriceTooHigh(
        `The registry quotes no fee and does not take ${most}, the most that was agreed: ${error.message}`,
      );
    }
  }

  /** The price of later renewals, where one has cost more than was agreed. */
  risenPrice(
    purchase: Purchase,
    paid: { readonly receipt: FeeReceipt | undefined; readonly asked: number | undefined },
  ): { readonly premium?: PremiumPrice } {
    const { fees } = this.#config;
    const { receipt, asked } = paid;
    const told = receipt === undefined ? [] : [...receipt.fees, ...receipt.credits];
    const isReadable = (receipt?.currency ?? fees.currency) === fees.currency && told.length > 0;
    const amount = isReadable ? sumOf(told) : asked;
    if (fees.use === 'none' || amount === undefined) return {};
    const agreed = agreedFees(fees, purchase.name, purchase.premium);
    const renew = amount / Math.max(1, purchase.years);
    return isAbove(renew, agreed.renew) ? { premium: priceOf(fees, { ...agreed, renew }) } : {};
  }

  async #agreementFor(purchase: Purchase): Promise<Agreement> {
    const { command, premium, acceptsAnyPrice = false } = purchase;
    const { use, currency } = this.#config.fees;
    const agreed = this.#most(purchase);
    if (agreed === null) return {};
    const isWithout = use === 'none' || this.#without.has(command);
    const quote = (isWithout ? null : await this.#quote(purchase)) ?? this.#listed(purchase);
    if (quote === null) {
      if (isWithout || acceptsAnyPrice) return {};
      return { fee: feeOf(agreed, currency), isLimit: true };
    }
    const { amount: asked } = quote;
    const isTooHigh = isAbove(asked, agreed);
    if (isTooHigh && !acceptsAnyPrice) {
      const agreedText = `${agreed.toFixed(2)} ${currency} was agreed`;
      throw new PriceTooHigh(`The registry now asks ${asked} ${currency}; ${agreedText}`);
    }
    const isPremium = premium !== null || quote.hasClass || isTooHigh;
    if (isWithout || (use === 'premium' && !isPremium)) return { asked };
    return { fee: feeOf(asked, currency), asked };
  }

  /** Null where no limit is known, which only a restore may have. Later years may cost a renewal. */
  #most({ command, name, years, premium }: Purchase): number | null {
    const yearly = agreedFees(this.#config.fees, name, premium);
    if (command === 'restore') return yearly.restore ?? null;
    // A transfer costs a renewal, also where it adds no year.
    if (command !== 'create') return yearly.renew * Math.max(1, years);
    return yearly.create + Math.max(yearly.create, yearly.renew) * (years - 1);
  }

  /** What the registry asks now; null where it does not say. */
  async #quote({ command, name, years }: Purchase) {
    const { currency } = this.#config.fees;
    const { data } = await ask(this.#pool, checkDomains, {
      names: [name],
      fee: queryFor(this.#config, [command], Math.max(1, years)),
    });
    const asked = amountsOf(data, name);
    const amount = asked?.amounts.get(command);
    if (asked === null || amount === undefined) return null;
    if (asked.currency !== currency) {
      // A configuration error, not a refusal of the name: the job waits until it is fixed.
      const problem = `Prices were requested in ${currency}, but the registry quoted ${asked.currency}.`;
      throw new RegistryUnavailable(new Error(problem));
    }
    return { amount, hasClass: asked.hasClass };
  }

  /** What the operator says about a name that the registry does not quote. */
  #listed({ command, name, years }: Purchase) {
    const listed = this.#config.fees.premiumNames[name];
    if (listed === undefined || command === 'restore') return null;
    const yearly = command === 'create' ? listed.create : listed.renew;
    return { amount: yearly * Math.max(1, years), hasClass: true };
  }
}

function feeOf(amount: number, currency: string): FeeAgreement {
  return { currency, fees: [{ amount: amount.toFixed(2) }] };
}
