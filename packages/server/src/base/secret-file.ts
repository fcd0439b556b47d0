/**
 * The file with the key that encrypts secrets at rest: 64 hex digits in one line. During a rotation a
 * second line holds the previous key; new values are sealed with the first. The file is always
 * replaced as a whole, so that running processes see either version.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';

export const keyLength = 32;

/** The current key first; null when there is no file. */
export function readKeys(file: string): readonly [Buffer, ...Buffer[]] | null {
  const text = readIfPresent(file);
  if (text === null) return null;
  const [first, ...others] = text
    .trim()
    .split('\n')
    .map((line) => Buffer.from(line.trim(), 'hex'));
  const isRight = (key: Buffer | undefined) => key?.length === keyLength;
  if (first === undefined || !isRight(first) || !others.every(isRight) || others.length > 1) {
    throw new Error(`${file} must hold ${keyLength * 2} hex digits.`);
  }
  return [first, ...others];
}

/** Creates the file with a fresh key, mode 600. Processes that start together agree on one. */
export function createKeyFile(file: string): readonly [Buffer, ...Buffer[]] {
  const key = randomBytes(keyLength);
  if (writeOnce(file, [key])) return [key];
  const other = readKeys(file);
  if (other === null) throw new Error(`${file} was deleted while it was created.`);
  return other;
}

/**
 * Puts a fresh key before the current one. A file that has two keys already is left as it is: an
 * earlier rotation was interrupted and goes on.
 */
export function addKey(file: string): void {
  const keys = readKeys(file);
  if (keys === null) throw new Error(`${file} does not exist.`);
  if (keys.length > 1) return;
  const next = `${file}.next`;
  writeOnce(next, [randomBytes(keyLength), keys[0]]);
  // Another rotation may have replaced the file in the meantime: its key must not be lost.
  const previous = readKeys(next)?.[1];
  const current = readKeys(file);
  if (current?.length === 1 && previous !== undefined && current[0].equals(previous)) {
    renameSync(next, file);
    return;
  }
  unlinkSync(next);
  addKey(file);
}

/** Ends a rotation: only the current key stays. */
export function removePreviousKey(file: string): void {
  const keys = readKeys(file);
  if (keys === null || keys.length === 1) return;
  const draft = draftOf(file);
  write(draft, [keys[0]]);
  renameSync(draft, file);
}

/** The file appears whole or not at all. False when there is one already. */
function writeOnce(file: string, keys: readonly Buffer[]): boolean {
  const draft = draftOf(file);
  write(draft, keys);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (readIfPresent(file) === null) throw error;
    return false;
  } finally {
    unlinkSync(draft);
  }
}

function draftOf(file: string): string {
  return `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
}

function write(file: string, keys: readonly Buffer[]): void {
  const text = keys.map((key) => `${key.toString('hex')}\n`).join('');
  writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
}

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
