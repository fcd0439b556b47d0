/**
 * Rate limits against guessing passwords and codes. A wrong password counts for the client address, for the
 * network around it, for the pair of account and address, and for the account. The limits of the
 * account and of the network around it are high and do not apply to addresses from which the account
 * has signed in before, so an attacker cannot lock the owner out. Accounts that do not exist are
 * counted in the same way.
 */
import { secondMs } from '@hostmaster/contract/durations';
import { networkOf } from '../base/addresses/network-of.ts';
import type { MachineClock } from '../base/clock.ts';
import { Refusal } from '../base/errors.ts';
import { TokenBuckets } from '../base/fairness/token-buckets.ts';

const keysMax = 20_000;
/** An IPv6 client usually controls a whole /64, and can often have a /48. */
const networkBits = { v4: 32, v6: 64 };
const wideNetworkBits = { v4: 24, v6: 48 };

export class Throttle {
  readonly #byAddress: TokenBuckets;
  readonly #byWideNetwork: TokenBuckets;
  readonly #byPair: TokenBuckets;
  readonly #byAccount: TokenBuckets;
  readonly #codesByPair: TokenBuckets;
  readonly #codesByAccount: TokenBuckets;
  readonly #loginsByAddress: TokenBuckets;
  readonly #mailsByAddress: TokenBuckets;
  readonly #mailsByRecipient: TokenBuckets;

  constructor(clock: MachineClock, limits: MailLimits) {
    const buckets = (burst: number, everySeconds: number) =>
      new TokenBuckets({ burst, everyMs: everySeconds * secondMs, keysMax }, clock);
    this.#byAddress = buckets(30, 20);
    this.#byWideNetwork = buckets(120, 5);
    this.#byPair = buckets(6, 60);
    this.#byAccount = buckets(200, 20);
    this.#codesByPair = buckets(5, 300);
    this.#codesByAccount = buckets(20, 600);
    this.#loginsByAddress = buckets(60, 1);
    this.#mailsByAddress = buckets(20, 60);
    this.#mailsByRecipient = buckets(limits.mailsPerRecipient, 600);
  }

  /** Throws when a limit is exceeded. Counts before the check, so parallel attempts count too. */
  countAttempt(attempt: PasswordAttempt): void {
    const network = networkOfPeer(attempt.address);
    const pair = pairOf(attempt);
    const waitMs = Math.max(
      this.#byAddress.waitMs(network),
      this.#byPair.waitMs(pair),
      attempt.isFamiliar ? 0 : this.#byAccount.waitMs(attempt.account),
      attempt.isFamiliar ? 0 : this.#byWideNetwork.waitMs(wideNetworkOf(attempt.address)),
    );
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#byAddress.take(network);
    this.#byWideNetwork.take(wideNetworkOf(attempt.address));
    this.#byPair.take(pair);
    this.#byAccount.take(attempt.account);
  }

  recordSuccess(attempt: PasswordAttempt): void {
    this.#byAddress.giveBack(networkOfPeer(attempt.address));
    this.#byWideNetwork.giveBack(wideNetworkOf(attempt.address));
    this.#byAccount.giveBack(attempt.account);
    this.#byPair.forget(pairOf(attempt));
  }

  /**
   * Codes of a second factor have six digits, three of them are right at a time, and only a person with
   * the password or a session gets here: the limits are low.
   */
  countCode(attempt: PasswordAttempt): void {
    const pair = pairOf(attempt);
    const waitMs = Math.max(
      this.#codesByPair.waitMs(pair),
      attempt.isFamiliar ? 0 : this.#codesByAccount.waitMs(attempt.account),
    );
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#codesByPair.take(pair);
    this.#codesByAccount.take(attempt.account);
  }

  recordCode(attempt: PasswordAttempt): void {
    this.#codesByAccount.giveBack(attempt.account);
    this.#codesByPair.forget(pairOf(attempt));
  }

  /** Answers of the passkeys of an account, from any address. None can be guessed, as with links. */
  tryPasskey(userId: string): void {
    const waitMs = this.#byAccount.waitMs(userId);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#byAccount.take(userId);
  }

  rightPasskey(userId: string): void {
    this.#byAccount.giveBack(userId);
  }

  /** Links are too long to guess; the limit only keeps the load of many attempts low. */
  tryLink(address: string): void {
    const network = networkOfPeer(address);
    const waitMs = this.#byAddress.waitMs(network);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#byAddress.take(network);
  }

  rightLink(address: string): void {
    this.#byAddress.giveBack(networkOfPeer(address));
  }

  /** Command lines ask every few seconds until a person has approved them. */
  askForLogin(address: string): void {
    const network = networkOfPeer(address);
    const waitMs = this.#loginsByAddress.waitMs(network);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#loginsByAddress.take(network);
  }

  /** Throws when an address asks for too many mails of one purpose. */
  askForMail(address: string, purpose: MailPurpose): void {
    const key = `${purpose} ${networkOfPeer(address)}`;
    const waitMs = this.#mailsByAddress.waitMs(key);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    this.#mailsByAddress.take(key);
  }

  /**
   * False when the recipient's limit for this purpose is reached; the caller then drops the mail
   * silently. Each purpose has its own limit, so that a stranger's sign-ups cannot stop a reset mail.
   */
  mayMail(recipient: string, purpose: MailPurpose): boolean {
    const key = `${purpose} ${recipient}`;
    if (this.#mailsByRecipient.waitMs(key) > 0) return false;
    this.#mailsByRecipient.take(key);
    return true;
  }
}

/** What a request mails for. */
export type MailPurpose =
  | 'sign-up'
  | 'reset'
  | 'verification'
  | 'registrant'
  | 'invitation'
  | 'recovery';

export interface MailLimits {
  /** Mails to one address for one purpose; after these, one more every ten minutes. */
  readonly mailsPerRecipient: number;
}

export interface PasswordAttempt {
  readonly address: string;
  /** The key of the account: its e-mail address in lower case; for codes its id. */
  readonly account: string;
  /** The account has been signed in from this address. */
  readonly isFamiliar: boolean;
}

function tooManyAttempts(waitMs: number): Refusal {
  return new Refusal('too_many_attempts', 'Too many attempts. Wait a moment, then try again.', {
    retryAfterSeconds: Math.ceil(waitMs / secondMs),
  });
}

function pairOf({ account, address }: PasswordAttempt): string {
  return `${networkOfPeer(address)} ${account}`;
}

function wideNetworkOf(address: string): string {
  return networkOf(address, wideNetworkBits);
}

function networkOfPeer(address: string): string {
  return networkOf(address, networkBits);
}
