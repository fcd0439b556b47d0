/**
 * Secrets at rest (auth codes, TSIG secrets) are sealed with AES-256-GCM under a key that is stored
 * in a file beside the database, never in it. A changed file is noticed without a restart, so that
 * the key can be rotated while processes run.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { createKeyFile, keyLength, readKeys } from './secret-file.ts';

const nonceLength = 12;
const tagLength = 16;

export interface SecretBox {
  /** Always with the newest key of the file. */
  seal(plain: string): string;
  open(sealed: string): string;
  /** Whether the newest key of the file can open it. */
  isCurrent(sealed: string): boolean;
  /**
   * Keys for another purpose, always the same for the same purpose and file: the current one first,
   * then that of the previous key during a rotation.
   */
  derivedKeys(purpose: string): readonly [Buffer, ...Buffer[]];
}

/** Reads the key file; a missing one is created with mode 600. Processes that start together agree. */
export function openSecretBox(file: string): SecretBox {
  let version = versionOf(file);
  let keys = readKeys(file) ?? createKeyFile(file);
  /** The keys of the file as it is now; those read before when it cannot be read. */
  const currentKeys = () => {
    const found = versionOf(file);
    if (found !== null && found !== version) {
      keys = readKeys(file) ?? keys;
      version = found;
    }
    return keys;
  };
  return {
    seal: (plain) => seal(plain, currentKeys()[0]),
    open(sealed) {
      const opened = openWithAny(sealed, keys) ?? openWithAny(sealed, currentKeys());
      if (opened === null) throw new Error('No key of the secret file opens this secret.');
      return opened;
    },
    isCurrent: (sealed) => openWithAny(sealed, [currentKeys()[0]]) !== null,
    derivedKeys(purpose) {
      const [first, ...others] = currentKeys();
      return [derive(first, purpose), ...others.map((key) => derive(key, purpose))];
    },
  };
}

function versionOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.mtimeNs} ${found.size}`;
}

function seal(plain: string, key: Buffer): string {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

function openWithAny(sealed: string, keys: readonly Buffer[]): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength));
      decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
      const body = bytes.subarray(nonceLength + tagLength);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    } catch {
      // Sealed with another key, or damaged: the next key decides.
    }
  }
  return null;
}

function derive(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, keyLength));
}
