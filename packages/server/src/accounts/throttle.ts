/**
 * Against guessing. Wrong passwords count three times: for the address they come from, for the
 * account as tried from that address, and for the account as a whole. The last one never stops
 * somebody at an address where the account has been signed in, and it is wide: an attacker cannot
 * lock anybody out from one place. Accounts that do not exist are counted like those that do.
 */
import { isIPv6 } from 'node:net';
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import { Attempts } from './attempts.ts';

const secondMs = 1_000;

export class Throttle {
  readonly #byAddress: Attempts;
  readonly #byPair: Attempts;
  readonly #byAccount: Attempts;
  readonly #mailsByAddress: Attempts;
  readonly #mailsByRecipient: Attempts;

  constructor(clock: MachineClock) {
    this.#byAddress = new Attempts({ burst: 30, everyMs: 20 * secondMs }, clock);
    this.#byPair = new Attempts({ burst: 6, everyMs: 60 * secondMs }, clock);
    this.#byAccount = new Attempts({ burst: 200, everyMs: 20 * secondMs }, clock);
    this.#mailsByAddress = new Attempts({ burst: 20, everyMs: 60 * secondMs }, clock);
    this.#mailsByRecipient = new Attempts({ burst: 5, everyMs: 600 * secondMs }, clock);
  }

  /** Throws when it is not the moment; counts before the answer is known, so that a volley counts. */
  guess(guess: Guess): void {
    const network = networkOf(guess.address);
    const pair = pairOf(guess);
    const waitMs = Math.max(
      this.#byAddress.waitMs(network),
      this.#byPair.waitMs(pair),
      guess.isFamiliar ? 0 : this.#byAccount.waitMs(guess.account),
    );
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#byAddress.spend(network);
    this.#byPair.spend(pair);
    this.#byAccount.spend(guess.account);
  }

  rightGuess(guess: Guess): void {
    this.#byAddress.giveBack(networkOf(guess.address));
    this.#byAccount.giveBack(guess.account);
    this.#byPair.forget(pairOf(guess));
  }

  /** Links are too long to guess; trying many is a nuisance all the same. */
  tryLink(address: string): void {
    const network = networkOf(address);
    const waitMs = this.#byAddress.waitMs(network);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#byAddress.spend(network);
  }

  rightLink(address: string): void {
    this.#byAddress.giveBack(networkOf(address));
  }

  /** Throws when an address asks for too many mails. */
  askForMail(address: string): void {
    const network = networkOf(address);
    const waitMs = this.#mailsByAddress.waitMs(network);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#mailsByAddress.spend(network);
  }

  /** False when somebody has got enough mail of us for now; nobody is told. */
  mayMail(recipient: string): boolean {
    if (this.#mailsByRecipient.waitMs(recipient) > 0) return false;
    this.#mailsByRecipient.spend(recipient);
    return true;
  }
}

export interface Guess {
  readonly address: string;
  /** Whatever names the account: an address in lower case. */
  readonly account: string;
  /** The account has been signed in from this address. */
  readonly isFamiliar: boolean;
}

function tooManyAttempts(waitMs: number): Refusal {
  return new Refusal('too_many_attempts', 'Too many tries. Wait a little, then try again.', {
    retryAfterSeconds: Math.ceil(waitMs / secondMs),
  });
}

function pairOf({ account, address }: Guess): string {
  return `${networkOf(address)} ${account}`;
}

/** An IPv6 customer has a whole /64. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const first = head.split(':').filter((group) => group !== '');
  const last = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  return [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last].slice(0, 4).join(':');
}
