/**
 * The text of an API key: `hm_live_` or `hm_test_`, 32 random base62 characters and six that check
 * them, so that secret scanners recognise a key. Only the SHA-256 of the whole is stored.
 */
import { createHash, hash, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;
const shownLength = 12;

export function generateApiKey(mode: 'sandbox' | 'production'): string {
  const body = `${mode === 'sandbox' ? 'hm_test_' : 'hm_live_'}${randomBase62(secretLength)}`;
  return body + checksum(body);
}

export function hasValidChecksum(key: string): boolean {
  if (!/^hm_(live|test)_[0-9A-Za-z]{38}$/.test(key)) return false;
  return key.slice(-checksumLength) === checksum(key.slice(0, -checksumLength));
}

export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The part shown in lists; too short to be useful to an attacker. */
export function shownPrefix(key: string): string {
  return key.slice(0, shownLength);
}

function checksum(body: string): string {
  let value = createHash('sha256').update(body).digest().readUIntBE(0, 6);
  let text = '';
  for (let i = 0; i < checksumLength; i += 1) {
    text += alphabet[value % alphabet.length];
    value = Math.floor(value / alphabet.length);
  }
  return text;
}

/** Bytes of 248 and above are dropped: 248 is the largest multiple of 62 in a byte. */
function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
