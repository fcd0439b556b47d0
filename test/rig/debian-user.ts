/**
 * Servers under the user that Debian runs them under, in a directory with the owner and the mode of the
 * one that Debian's package makes. Only root can become another user; elsewhere servers run as the tests.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { dirname } from 'node:path';

export interface DebianUser {
  readonly name: string;
  /** Who owns the data directory, and its mode. */
  readonly dataOwner: string;
  readonly dataMode: number;
}

/** /var/lib/knot, /var/cache/bind, /var/lib/nsd, /var/lib/powerdns and /var/lib/postgresql. */
export const debianUsers = {
  knot: { name: 'knot', dataOwner: 'root', dataMode: 0o770 },
  bind: { name: 'bind', dataOwner: 'root', dataMode: 0o775 },
  nsd: { name: 'nsd', dataOwner: 'nsd', dataMode: 0o755 },
  pdns: { name: 'pdns', dataOwner: 'pdns', dataMode: 0o755 },
  postgres: { name: 'postgres', dataOwner: 'postgres', dataMode: 0o750 },
} as const satisfies Record<string, DebianUser>;

export const isRoot = process.getuid?.() === 0;

/** Makes it a data directory as the package has it. */
export function giveDirectory(directory: string, user: DebianUser): void {
  if (!isRoot) return;
  // Other users find their way into it.
  chmodSync(dirname(directory), 0o711);
  chownSync(directory, idOf('-u', user.dataOwner), idOf('-g', user.name));
  chmodSync(directory, user.dataMode);
}

/** Readable for the group of the server, as configurations with a secret are. */
export function giveFile(file: string, user: DebianUser): void {
  if (!isRoot) return;
  chownSync(file, 0, idOf('-g', user.name));
  chmodSync(file, 0o750);
}

/** The command as systemd starts it with `User=`. */
export function asUser(user: DebianUser, command: readonly string[]): readonly string[] {
  if (!isRoot) return command;
  const { name } = user;
  return ['setpriv', `--reuid=${name}`, `--regid=${name}`, '--init-groups', '--', ...command];
}

function idOf(option: '-u' | '-g', name: string): number {
  return Number(execFileSync('id', [option, name], { encoding: 'utf8' }));
}
