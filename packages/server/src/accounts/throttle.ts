/**
 * Against guessing. Wrong passwords count three times: for the address they come from, for the
 * account as tried from that address, and for the account as a whole. The last one never stops
 * somebody at an address where the account has been signed in, and it is wide: an attacker cannot
 * lock anybody out from one place. Accounts that do not exist are counted like those that do.
 */
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import { networkOf } from '../base/network-of.ts';
import { TokenBuckets } from '../base/token-buckets.ts';

const secondMs = 1_000;
const keysMax = 20_000;
/** An IPv6 customer has a whole /64. */
const networkBits = { v4: 32, v6: 64 };

export class Throttle {
  readonly #byAddress: TokenBuckets;
  readonly #byPair: TokenBuckets;
  readonly #byAccount: TokenBuckets;
  readonly #mailsByAddress: TokenBuckets;
  readonly #mailsByRecipient: TokenBuckets;

  constructor(clock: MachineClock) {
    const buckets = (burst: number, everySeconds: number) =>
      new TokenBuckets({ burst, everyMs: everySeconds * secondMs, keysMax }, clock);
    this.#byAddress = buckets(30, 20);
    this.#byPair = buckets(6, 60);
    this.#byAccount = buckets(200, 20);
    this.#mailsByAddress = buckets(20, 60);
    this.#mailsByRecipient = buckets(5, 600);
  }

  /** Throws when it is not the moment; counts before the answer is known, so that a volley counts. */
  guess(guess: Guess): void {
    const network = networkOfPeer(guess.address);
    const pair = pairOf(guess);
    const waitMs = Math.max(
      this.#byAddress.waitMs(network),
      this.#byPair.waitMs(pair),
      guess.isFamiliar ? 0 : this.#byAccount.waitMs(guess.account),
    );
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#byAddress.take(network);
    this.#byPair.take(pair);
    this.#byAccount.take(guess.account);
  }

  rightGuess(guess: Guess): void {
    this.#byAddress.giveBack(networkOfPeer(guess.address));
    this.#byAccount.giveBack(guess.account);
    this.#byPair.forget(pairOf(guess));
  }

  /** Links are too long to guess; trying many is a nuisance all the same. */
  tryLink(address: string): void {
    const network = networkOfPeer(address);
    const waitMs = this.#byAddress.waitMs(network);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#byAddress.take(network);
  }

  rightLink(address: string): void {
    this.#byAddress.giveBack(networkOfPeer(address));
  }

  /** Throws when an address asks for too many mails. */
  askForMail(address: string): void {
    const network = networkOfPeer(address);
    const waitMs = this.#mailsByAddress.waitMs(network);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#mailsByAddress.take(network);
  }

  /** False when somebody has got enough mail of us for now; nobody is told. */
  mayMail(recipient: string): boolean {
    if (this.#mailsByRecipient.waitMs(recipient) > 0) return false;
    this.#mailsByRecipient.take(recipient);
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
  return new Refusal('too_many_attempts', 'Too many attempts. Wait a moment, then try again.', {
    retryAfterSeconds: Math.ceil(waitMs / secondMs),
  });
}

function pairOf({ account, address }: Guess): string {
  return `${networkOfPeer(address)} ${account}`;
}

function networkOfPeer(address: string): string {
  return networkOf(address, networkBits);
}
