/** The sandbox registry's prices by the fee extension (RFC 8748): premium names cost ten times. */
import {
  type CheckDomainsRequest,
  EppRefusal,
  type FeeAgreement,
  type FeeQuote,
  type FeeReceipt,
} from '@hostmaster/epp';
import { behaviourOf } from '../behaviours.ts';

/** Whole units a year by suffix; the first prices the service itself ships with are the default. */
export type FeeSchedule = Readonly<
  Record<string, { readonly create: number; readonly renew: number; readonly restore: number }>
>;

/** How registries differ in their use of the fee extension. */
export interface FeeRules {
  /** False: a check of a registered name gets `avail="0"` and no fee, which RFC 8748 allows. */
  readonly quotesRegistered?: boolean;
  /** False: the same for names that are not registered. */
  readonly quotesAvailable?: boolean;
  /** Refuses a fee that is higher than the price, too. */
  readonly isExact?: boolean;
  /** Commands that take no fee extension (2103). */
  readonly refusedOn?: readonly string[];
}

const currency = 'USD';
const commonFees: FeeSchedule = {
  com: { create: 12, renew: 14, restore: 40 },
  net: { create: 14, renew: 16, restore: 40 },
  org: { create: 12, renew: 14, restore: 40 },
  io: { create: 40, renew: 50, restore: 40 },
};
const otherFee = { create: 10, renew: 12, restore: 40 };

/** For a client's configuration; `*` stands for all other suffixes. */
export const standardFees: FeeSchedule = { ...commonFees, '*': otherFee };

const pricedCommands = ['create', 'renew', 'transfer', 'restore'] as const;

interface Charge {
  readonly command: (typeof pricedCommands)[number];
  readonly name: string;
  readonly years: number;
  /** A price that rises does so once the name is registered. */
  readonly isRegistered: boolean;
}

export interface FeePolicy {
  readonly fees: FeeSchedule;
  readonly feeRules: FeeRules;
}

export type Purchase = Omit<Charge, 'isRegistered'> & { readonly fee?: FeeAgreement };

function feeOf(schedule: FeeSchedule, charge: Charge): { amount: number; isPremium: boolean } {
  const name = charge.name.toLowerCase();
  const suffix = name.slice(name.indexOf('.') + 1);
  // A transfer adds its years at the price of a renewal.
  const priced = charge.command === 'transfer' ? 'renew' : charge.command;
  const yearly = (schedule[suffix] ?? commonFees[suffix] ?? otherFee)[priced];
  const { premiumFactor, isUnclassed, renewalFactor } = behaviourOf(name);
  if (priced === 'restore') return { amount: yearly, isPremium: false };
  const factor =
    (premiumFactor ?? 1) * (charge.isRegistered && charge.command === 'renew' ? renewalFactor : 1);
  const isPremium = premiumFactor !== null && !isUnclassed;
  return { amount: yearly * charge.years * factor, isPremium };
}

export function quoteFor(
  request: CheckDomainsRequest,
  { fees: schedule, feeRules }: FeePolicy,
  isRegistered: (name: string) => boolean,
): FeeQuote {
  const { quotesRegistered = true, quotesAvailable = true } = feeRules;
  const commands = request.fee?.commands ?? [];
  return {
    currency,
    objects: request.names.map((name) => {
      const charge = { name, isRegistered: isRegistered(name) };
      if (!(charge.isRegistered ? quotesRegistered : quotesAvailable)) {
        return { name, available: false, commands: [], reason: 'No fee is quoted.' };
      }
      const { isPremium } = feeOf(schedule, { ...charge, command: 'create', years: 1 });
      return {
        name,
        available: true,
        ...(isPremium ? { class: 'premium' } : {}),
        commands: commands.map((asked) => {
          const years = asked.periodYears ?? 1;
          const command = pricedCommands.find((name) => name === asked.name);
          const fees =
            command === undefined
              ? []
              : [amountOf(feeOf(schedule, { ...charge, command, years }).amount)];
          return { ...asked, standard: !isPremium, fees, credits: [] };
        }),
      };
    }),
  };
}

/** What a command costs. A premium name is sold only to a client that sends the fee. */
export function requireFee({ fees: schedule, feeRules }: FeePolicy, charge: Purchase): number {
  if (charge.fee !== undefined && feeRules.refusedOn?.includes(charge.command) === true) {
    throw new EppRefusal(2103, `No fee is taken with ${charge.command}.`);
  }
  const isRegistered = charge.command !== 'create';
  const { amount, isPremium } = feeOf(schedule, { ...charge, isRegistered });
  if (charge.fee === undefined) {
    if (isPremium) throw new EppRefusal(2306, 'A premium name needs the agreed fee.');
    return amount;
  }
  const agreed = charge.fee.fees.reduce((sum, fee) => sum + Number(fee.amount), 0);
  const isWrong = agreed < amount || (feeRules.isExact === true && agreed > amount);
  if ((charge.fee.currency ?? currency) !== currency || isWrong) {
    throw new EppRefusal(2004, `The fee is ${amount.toFixed(2)} ${currency}.`);
  }
  return amount;
}

/** For clients that sent a fee, and for all where the deposit is limited. */
export function receiptFor(
  amount: number,
  { isAgreed, balance }: { readonly isAgreed: boolean; readonly balance: number | undefined },
): { readonly fee?: FeeReceipt } {
  if (!isAgreed && balance === undefined) return {};
  const told = balance === undefined ? {} : { balance: balance.toFixed(2) };
  return { fee: { currency, fees: [amountOf(amount)], credits: [], ...told } };
}

function amountOf(amount: number) {
  return { amount: amount.toFixed(2) };
}
