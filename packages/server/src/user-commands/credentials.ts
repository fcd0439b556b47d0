/**
 * What `login` stores: an API key for each service, in a file that only its owner can read. A key is
 * never sent to another service than the one it is stored for.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UserCommandError } from './user-error.ts';

export interface StoredKey {
  readonly apiKey: string;
  readonly keyId: string;
  readonly workspace: string;
}

export interface Credentials {
  /** The service that commands use when none is named. */
  readonly current: string | null;
  /** By URL. */
  readonly services: Readonly<Record<string, StoredKey>>;
}

const bytesMax = 64 * 1024;
const othersBits = 0o077;

export function credentialsFile(): string {
  const { XDG_CONFIG_HOME: directory = '' } = process.env;
  return join(directory || join(homedir(), '.config'), 'hostmaster', 'credentials.json');
}

export function readCredentials(): Credentials {
  const file = credentialsFile();
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return { current: null, services: {} };
  if (process.platform !== 'win32' && (stats.mode & othersBits) !== 0) {
    throw new UserCommandError(
      `${file} can be read by other users of this machine. Run "chmod 600 ${file}", or sign in again.`,
    );
  }
  const stored = stats.size > bytesMax ? null : parse(readFileSync(file, 'utf8'));
  if (stored !== null) return stored;
  throw new UserCommandError(`${file} is damaged. Delete it and run "hostmaster login" again.`);
}

/** The file is replaced as a whole. */
export function writeCredentials(credentials: Credentials): void {
  const file = credentialsFile();
  if (Object.keys(credentials.services).length === 0) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(credentials)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  renameSync(draft, file);
}

function parse(text: string): Credentials | null {
  try {
    const { current, services } = JSON.parse(text) as Partial<Credentials>;
    const isRight =
      (current === null || typeof current === 'string') &&
      typeof services === 'object' &&
      Object.values(services).every((key) => typeof key?.apiKey === 'string');
    return isRight ? { current, services } : null;
  } catch {
    return null;
  }
}
