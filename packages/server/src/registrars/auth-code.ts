/** Auth codes authorise a transfer at the registry, and identify domains that we created. */
import { randomBytes } from 'node:crypto';

/** 128 bits, in characters that every registry accepts, with each class that some require. */
export function newAuthCode(): string {
  return `Hm1-${randomBytes(16).toString('hex')}`;
}
