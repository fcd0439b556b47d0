/**
 * Secrets at rest (auth codes, TSIG secrets) are sealed with AES-256-GCM under a key that
 * is stored in a file beside the database, never in it.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';

const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

export interface SecretBox {
  seal(plain: string): string;
  open(sealed: string): string;
  /** A key of its own for another purpose, always the same for the same purpose. */
  deriveKey(purpose: string): Buffer;
}

/** Reads the key file; a missing one is created with mode 600. Processes that start together agree. */
export function openSecretBox(file: string): SecretBox {
  return secretBox(readKey(file) ?? createKey(file));
}

function secretBox(key: Buffer): SecretBox {
  return {
    seal(plain) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength));
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
      const body = bytes.subarray(nonceLength + tagLength);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
    deriveKey: (purpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, keyLength)),
  };
}

function readKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== keyLength) throw new Error(`${file} must hold ${keyLength * 2} hex digits.`);
  return key;
}

/** The file appears whole or not at all: a crash half-way leaves nothing that stops the next start. */
function createKey(file: string): Buffer {
  const key = randomBytes(keyLength);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
    return key;
  } catch (error) {
    const other = readKey(file);
    if (other === null) throw error;
    return other;
  } finally {
    unlinkSync(draft);
  }
}
