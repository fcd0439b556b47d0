/**
 * Passwords: argon2id as OWASP recommends it, in the usual text form. Hashing takes memory and a
 * thread, so a service runs only a few at once and refuses more when the queue is full.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '../base/errors.ts';

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
const concurrency = 2;
const queueMax = 50;
const queueFullSeconds = 5;

const derive = promisify(argon2);

export class PasswordHasher {
  /** Verified when there is no account: a random hash that no password matches. */
  readonly #unknown = textOf(randomBytes(16), randomBytes(tagLength));
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    return textOf(salt, await this.#tagOf(password, salt, cost));
  }

  /** Takes as long without an account (`stored` is null) as with one. */
  async isRight(password: string, stored: string | null): Promise<boolean> {
    const { salt, tag, cost: storedCost } = parse(stored ?? this.#unknown);
    const given = await this.#tagOf(password, salt, storedCost);
    return timingSafeEqual(given, tag) && stored !== null;
  }

  async #tagOf(password: string, nonce: Buffer, parameters: Cost): Promise<Buffer> {
    await this.#enter();
    try {
      // The same letters may be typed as different code points.
      const message = password.normalize('NFKC');
      return await derive('argon2id', { message, nonce, tagLength, ...parameters });
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < concurrency) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= queueMax) {
      throw new Refusal(
        'too_many_attempts',
        'Too many sign-ins at the moment. Try again shortly.',
        { retryAfterSeconds: queueFullSeconds },
      );
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await promise;
  }

  /** Hands the slot to the first in the queue. */
  #leave(): void {
    const next = this.#waiting.shift();
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
