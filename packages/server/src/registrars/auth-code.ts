/** Auth codes prove to a registry that a transfer is wanted, and to us that a creation was ours. */
import { randomBytes } from 'node:crypto';

/** 128 bits, in the letters and digits every registry takes, with one of each class they may ask for. */
export function newAuthCode(): string {
  return `Hm1-${randomBytes(16).toString('hex')}`;
}
