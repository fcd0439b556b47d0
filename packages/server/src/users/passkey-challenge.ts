/**
 * Challenges that passkeys sign. A challenge is signed by the service and bound to the browser and the
 * purpose, so that nothing is stored for visitors who only ask for one; an answered one is stored until
 * it ends, and counts once.
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '@hostmaster/contract/durations';
import type { SecretBox } from '../base/secret-box.ts';

const lifeMs = 5 * minuteMs;
const nonceLength = 16;
const timeLength = 8;

export interface ChallengeUse {
  readonly purpose: 'add' | 'use';
  /** The session cookie of the browser, or that of a visitor. */
  readonly browser: string;
  readonly now: number;
}

export function newChallenge(
  secrets: Pick<SecretBox, 'derivedKeys'>,
  use: ChallengeUse,
): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timeLength);
  time.writeBigUInt64BE(BigInt(use.now + lifeMs));
  const head = Buffer.concat([randomBytes(nonceLength), time]);
  const [key] = secrets.derivedKeys('passkey challenge');
  return new Uint8Array(Buffer.concat([head, signature(key, head, use)]));
}

/** `text` is the challenge in base64url. */
export function isOwnChallenge(
  secrets: Pick<SecretBox, 'derivedKeys'>,
  text: string,
  use: ChallengeUse,
): boolean {
  const bytes = Buffer.from(text, 'base64url');
  const head = bytes.subarray(0, nonceLength + timeLength);
  const given = bytes.subarray(nonceLength + timeLength);
  if (head.length !== nonceLength + timeLength || challengeEnd(text) <= use.now) return false;
  return secrets.derivedKeys('passkey challenge').some((key) => {
    const expected = signature(key, head, use);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** When a challenge of this service ends. */
export function challengeEnd(text: string): number {
  return Number(Buffer.from(text, 'base64url').readBigUInt64BE(nonceLength));
}

/** By its bytes: the same challenge has several spellings in base64url. */
export function challengeHash(text: string): string {
  return hash('sha256', Buffer.from(text, 'base64url'), 'hex');
}

function signature(key: Buffer, head: Buffer, { purpose, browser }: ChallengeUse): Buffer {
  return createHmac('sha256', key).update(head).update(`${purpose} ${browser}`).digest();
}
