/** The price of a command that spends credits: agreed to by an option, or by a person at the terminal. */
import type { Command } from 'commander';
import { centsToCredits, parseCredits } from '../../base/money.ts';
import { CommandError, type StoreFlags } from '../command.ts';
import { isConfirmed } from '../print.ts';

export interface PriceFlags extends StoreFlags {
  readonly maxCredits?: string;
}

export function addMaxCredits(command: Command): Command {
  return command.option('--max-credits <credits>', 'accept a price up to this without a question');
}

/** The highest price that the operation may charge. `offer` is a sentence with the price. */
export async function agreePrice(
  flags: PriceFlags,
  { credits, offer }: { readonly credits: number; readonly offer: string },
): Promise<number> {
  const { maxCredits } = flags;
  if (maxCredits === undefined) {
    const isAsking = flags.json !== true && process.stdin.isTTY === true;
    if (!isAsking) throw new CommandError(`${offer} Accept it with --max-credits ${credits}.`);
    if (await isConfirmed(`${offer} Continue?`)) return credits;
    throw new CommandError('Nothing was changed.');
  }
  const agreedCents = parseCredits(maxCredits);
  if (agreedCents === null) {
    throw new CommandError(`--max-credits must be an amount such as 14, not "${maxCredits}".`);
  }
  const agreed = centsToCredits(agreedCents);
  if (agreed < credits) throw new CommandError(`${offer} That is more than --max-credits.`);
  return agreed;
}
