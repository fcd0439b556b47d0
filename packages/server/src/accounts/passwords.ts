/**
 * Passwords: argon2id as OWASP recommends it, in the usual text form. Hashing takes memory and a
 * thread, so only a few run at once, and a crowd is turned away instead of queued for ever.
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
const crowdedSeconds = 5;

const derive = promisify(argon2);
let running = 0;
const waiting: (() => void)[] = [];

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return textOf(salt, await derivedTag(password, salt, cost));
}

/** Takes as long for somebody who does not exist (null) as for anybody else. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const { salt, tag, cost: storedCost } = parse(stored ?? nobody);
  const given = await derivedTag(password, salt, storedCost);
  return timingSafeEqual(given, tag) && stored !== null;
}

/** A hash of nothing that anybody knows. */
const nobody = textOf(randomBytes(16), randomBytes(tagLength));

async function derivedTag(password: string, nonce: Buffer, parameters: Cost): Promise<Buffer> {
  await enter();
  try {
    // The same letters may be typed as different code points.
    const message = password.normalize('NFKC');
    return await derive('argon2id', { message, nonce, tagLength, ...parameters });
  } finally {
    leave();
  }
}

async function enter(): Promise<void> {
  if (running < concurrency) {
    running += 1;
    return;
  }
  if (waiting.length >= queueMax) {
    throw new Refusal(
      'too_many_attempts',
      'Too many people sign in right now. Try again shortly.',
      {
        retryAfterSeconds: crowdedSeconds,
      },
    );
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  await promise;
}

/** Whoever waits longest takes the place over. */
function leave(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

function textOf(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(salt)}$${plain(tag)}`;
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
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
