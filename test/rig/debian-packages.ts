/**
 * Programs the tests need from Debian's packages. As root on Debian they are installed where
 * missing; elsewhere the run fails with the command to type. Nothing is skipped.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Servers live in directories that an ordinary user's PATH may lack. */
export const environment = {
  ...process.env,
  PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin`,
};

export function requirePrograms(wanted: {
  readonly programs: readonly string[];
  /** Files of packages without a program. */
  readonly files?: readonly string[];
  readonly packages: readonly string[];
}): void {
  const missing = [
    ...wanted.programs.filter((program) => !isInstalled(program)),
    ...(wanted.files ?? []).filter((file) => !existsSync(file)),
  ];
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${wanted.packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error(`The tests need ${missing.join(', ')}. On Debian or Ubuntu: sudo ${command}`);
  }
  // Installed services must not start by themselves on the machine that tests.
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  // Test workers may need the same packages at once: the lock makes them take turns.
  const install = `apt-get update -q && ${command}`;
  execFileSync('flock', ['/var/lock/hostmaster-test-packages', 'sh', '-c', install], {
    env,
    stdio: 'inherit',
  });
}

function isInstalled(program: string): boolean {
  return environment.PATH.split(':').some((directory) => existsSync(`${directory}/${program}`));
}
