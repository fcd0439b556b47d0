/** A Debian system of its own, made from the machine's package sources and booted with its systemd. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { expect, vi } from 'vitest';
import { run } from './installation.ts';

export interface DebianRoot {
  readonly folder: string;
  /** Runs a command as root, with nothing of the tester's environment. */
  execute(...command: readonly string[]): Promise<string>;
  /** As `execute`, with variables. */
  executeWith(
    variables: Readonly<Record<string, string>>,
    ...command: readonly string[]
  ): Promise<string>;
  copyIn(file: string): string;
  stop(): Promise<void>;
}

export async function bootDebian(packages: readonly string[]): Promise<DebianRoot> {
  requirePrograms({
    programs: ['mmdebstrap', 'systemd-nspawn', 'nsenter'],
    packages: ['mmdebstrap', 'systemd-container', 'util-linux'],
  });
  const folder = join((await createTestDirectory()).path, 'root');
  const wanted = ['systemd', 'systemd-sysv', 'dbus', ...packages].join(',');
  await run('mmdebstrap', [
    '--variant=apt',
    '--mode=root',
    `--include=${wanted}`,
    suiteOfMachine(),
    folder,
    ...globSync('/etc/apt/sources.list.d/*.sources'),
  ]);
  const boot = '--boot --register=no --keep-unit --private-network --console=pipe'.split(' ');
  const container = spawn('systemd-nspawn', ['--directory', folder, ...boot], { stdio: 'ignore' });
  const ended = once(container, 'close');
  const init = await initOf(container.pid ?? 0);
  const executeWith: DebianRoot['executeWith'] = async (variables, ...command) => {
    const settings = Object.entries({ PATH: searchPath, HOME: '/root', ...variables });
    const env = settings.map(([name, value]) => `${name}=${value}`);
    const args = ['--target', init, '--all', '--wdns=/', 'env', '-i', ...env, ...command];
    const { stdout, stderr } = await run('nsenter', args, { maxBuffer: 2 ** 26 });
    return `${stdout}${stderr}`;
  };
  const execute: DebianRoot['execute'] = (...command) => executeWith({}, ...command);
  const isRunning = async () =>
    expect(await execute('systemctl', 'is-system-running')).toBe('running\n');
  await vi.waitFor(isRunning, { timeout: bootMsMax, interval: 200 });
  return {
    folder,
    execute,
    executeWith,
    copyIn(file) {
      const inside = `/srv/${file.replace(/.*\//, '')}`;
      cpSync(file, join(folder, inside));
      return inside;
    },
    async stop() {
      await execute('systemctl', 'poweroff').catch(() => undefined);
      await ended;
    },
  };
}

const bootMsMax = 120_000;
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** systemd of the container is the child of systemd-nspawn. */
async function initOf(pid: number): Promise<string> {
  const found = () => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    expect(children).toMatch(/^\d+$/);
    return children;
  };
  return vi.waitFor(found, { timeout: bootMsMax, interval: 200 });
}

export function suiteOfMachine(): string {
  const [, suite] = /^VERSION_CODENAME=(.+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  if (suite === undefined) throw new Error('The tests of installations need a Debian release.');
  return suite;
}
