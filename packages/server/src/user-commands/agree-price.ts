/** The price of a purchase: shown before it is paid, and agreed to by an option or by a person. */
import type { Input, Output } from '@hostmaster/contract';
import type { Command } from 'commander';
import { centsToCredits, creditsToCents, formatCredits, parseCredits } from '../base/money.ts';
import type { Session } from './session.ts';
import { type ConfirmFlags, plural, requireConsent } from './show.ts';
import { UserCommandError } from './user-error.ts';

export interface PriceFlags extends ConfirmFlags {
  readonly maxCredits?: string;
}

export type Quote = NonNullable<Output<'quoteDomains'>['results'][number]['quote']>;

type Purchase = Required<Pick<Input<'quoteDomains'>, 'kind' | 'years'>> & {
  readonly domain: string;
};

export function addPriceOptions(command: Command): Command {
  return command
    .option('--max-credits <credits>', 'accept a price up to this without a question')
    .option('--yes', 'accept the price that the service names');
}

/** The highest price that the purchase may have. */
export async function agreePrice(
  session: Session,
  flags: PriceFlags,
  purchase: Purchase,
): Promise<{ readonly domain: string; readonly maxCredits: number; readonly offer: string }> {
  parseMax(flags.maxCredits);
  const { domain: text, ...terms } = purchase;
  const { results, balance } = await session.client.quoteDomains(
    { domains: [text], ...terms },
    session.call,
  );
  const [result] = results;
  if (result === undefined || result.quote === null) {
    throw new UserCommandError(result?.problem?.message ?? `${text} has no price.`, 'refused');
  }
  const { domain, quote } = result;
  const offer = offerOf(domain, purchase, quote);
  if (!quote.affordable) {
    const missing = `You have ${credits(balance)}.`;
    throw new UserCommandError(`${offer} ${missing} Top up in the dashboard.`, 'price');
  }
  await agreeTo(session, flags, { offer, amount: quote.credits });
  return { domain, maxCredits: quote.credits, offer };
}

/** Refuses a price above `--max-credits`; without that option a person is asked. */
export async function agreeTo(
  session: Session,
  flags: PriceFlags,
  { offer, amount }: { readonly offer: string; readonly amount: number },
): Promise<void> {
  const max = parseMax(flags.maxCredits);
  if (max === null) {
    const question = amount === 0 ? 'Carry it out?' : `Pay ${credits(amount)}?`;
    await requireConsent(flags, session, { lines: [offer], question });
  } else if (amount > max) {
    throw new UserCommandError(`${offer} That is more than --max-credits.`, 'price');
  }
}

export function credits(amount: number): string {
  const text = formatCredits(creditsToCents(amount) ?? 0);
  return `${text} ${text === '1' ? 'credit' : 'credits'}`;
}

const verbs = {
  register: 'Registering',
  renew: 'Renewing',
  transfer: 'Transferring',
  restore: 'Restoring',
} as const;

function offerOf(domain: string, { kind, years }: Purchase, quote: Quote): string {
  const term = kind === 'register' || kind === 'renew' ? ` for ${plural(years, 'year')}` : '';
  const premium = quote.isPremium ? ', a premium name,' : '';
  const later = kind === 'renew' ? '' : `, each later year ${credits(quote.laterYears)}`;
  return `${verbs[kind]} ${domain}${premium}${term} costs ${credits(quote.credits)}${later}.`;
}

/** Also before anything is asked for: a price that is none is refused at once. */
export function parseMax(text: string | undefined): number | null {
  if (text === undefined) return null;
  const cents = parseCredits(text);
  if (cents !== null) return centsToCredits(cents);
  throw new UserCommandError(`--max-credits must be an amount such as 14, not "${text}".`);
}
