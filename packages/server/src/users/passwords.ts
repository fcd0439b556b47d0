/**
 * Passwords: argon2id as OWASP recommends it, in the usual text form. Hashing takes memory and a
 * thread, so a service runs only a few at once. The others wait by network: a network that asks for
 * many waits for itself, and everybody else overtakes it.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { networkOf } from '../base/addresses/network-of.ts';
import { Refusal } from '../base/errors.ts';
import { FairQueue } from '../base/fairness/fair-queue.ts';

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
/** Where there are two cores, one is left to the event loop. */
const concurrencyHere = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Waiting at once, per network and networks. */
const queueMax = 10;
const networksMax = 50;
/** Who has many addresses has them in networks of these sizes. */
const networkBits = { v4: 24, v6: 48 };
const queueFullSeconds = 5;

const derive = promisify(argon2);

export class PasswordHasher {
  /** Verified when there is no account: a random hash that no password matches. */
  readonly #unknown = textOf(randomBytes(16), randomBytes(tagLength));
  /** By the network of the client. Networks take turns. */
  readonly #waiting = new FairQueue<() => void>();
  readonly #concurrency: number;
  #running = 0;

  constructor({ concurrency = concurrencyHere }: { readonly concurrency?: number } = {}) {
    this.#concurrency = concurrency;
  }

  async hash(password: string, address: string): Promise<string> {
    const salt = randomBytes(16);
    return textOf(salt, await this.#tagOf(password, address, { salt, cost }));
  }

  /** Takes as long without an account (`stored` is null) as with one. */
  async isRight(password: string, stored: string | null, address: string): Promise<boolean> {
    const { tag, ...parameters } = parse(stored ?? this.#unknown);
    const given = await this.#tagOf(password, address, parameters);
    return timingSafeEqual(given, tag) && stored !== null;
  }

  async #tagOf(
    password: string,
    address: string,
    parameters: { readonly salt: Buffer; readonly cost: Cost },
  ): Promise<Buffer> {
    await this.#enter(networkOf(address, networkBits));
    try {
      // The same letters may be typed as different code points.
      const message = password.normalize('NFKC');
      const { salt: nonce, cost: chosen } = parameters;
      return await derive('argon2id', { message, nonce, tagLength, ...chosen });
    } finally {
      this.#leave();
    }
  }

  async #enter(network: string): Promise<void> {
    if (this.#running < this.#concurrency) {
      this.#running += 1;
      return;
    }
    const waiting = this.#waiting;
    if (waiting.countOf(network) >= queueMax || waiting.keyCount >= networksMax) {
      throw new Refusal(
        'too_many_attempts',
        'Too many sign-ins at the moment. Try again shortly.',
        { retryAfterSeconds: queueFullSeconds },
      );
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(network, resolve);
    await promise;
  }

  /** Hands the slot to the network whose turn it is. */
  #leave(): void {
    const next = this.#waiting.take();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}

function textOf(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(tag)}`;
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

function parse(text: string): { salt: Buffer; tag: Buffer; cost: Cost } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text);
  if (match === null) throw new Error('A stored password cannot be read.');
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  };
}
