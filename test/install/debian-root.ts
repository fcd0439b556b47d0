/**
 * A Debian system of its own, made from the machine's package sources and booted with its systemd. Its
 * network reaches the tests and nothing else.
 */
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { expect, vi } from 'vitest';
import { run } from './installation.ts';

export interface DebianRoot {
  readonly folder: string;
  /** Where the tests reach it. */
  readonly address: string;
  /** Runs a command as root, with nothing of the tester's environment. */
  execute(...command: readonly string[]): Promise<string>;
  /** As `execute`, with variables. */
  executeWith(
    variables: Readonly<Record<string, string>>,
    ...command: readonly string[]
  ): Promise<string>;
  /** As `executeWith`, in the network of the machine. */
  executeOnline(
    variables: Readonly<Record<string, string>>,
    ...command: readonly string[]
  ): Promise<string>;
  /** Returns where the file or folder is inside. */
  copyIn(file: string): string;
  stop(): Promise<void>;
}

export async function bootDebian(packages: readonly string[]): Promise<DebianRoot> {
  requirePrograms({
    programs: ['mmdebstrap', 'systemd-nspawn', 'nsenter', 'ip'],
    packages: ['mmdebstrap', 'systemd-container', 'util-linux', 'iproute2'],
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
  const machine = `hm${randomBytes(3).toString('hex')}`;
  const boot = '--boot --register=no --keep-unit --network-veth --console=pipe'.split(' ');
  const args = ['--directory', folder, '--machine', machine, ...boot];
  const container = spawn('systemd-nspawn', args, { stdio: 'ignore' });
  const ended = once(container, 'close');
  // Also when it does not boot: everything in it ends with systemd-nspawn.
  process.once('exit', () => container.kill('SIGKILL'));
  const init = await initOf(container.pid ?? 0);
  const address = await connectNetwork(machine, init);
  const enter = async (
    namespaces: readonly string[],
    variables: Readonly<Record<string, string>>,
    command: readonly string[],
  ) => {
    const settings = Object.entries({ PATH: searchPath, HOME: '/root', ...variables });
    const env = settings.map(([name, value]) => `${name}=${value}`);
    const args = ['--target', init, ...namespaces, '--wdns=/', 'env', '-i', ...env, ...command];
    const { stdout, stderr } = await run('nsenter', args, { maxBuffer: 2 ** 26 });
    return `${stdout}${stderr}`;
  };
  const executeWith: DebianRoot['executeWith'] = (variables, ...command) =>
    enter(['--all'], variables, command);
  const execute: DebianRoot['execute'] = (...command) => executeWith({}, ...command);
  const isRunning = async () =>
    expect(await execute('systemctl', 'is-system-running')).toBe('running\n');
  await vi.waitFor(isRunning, { timeout: bootMsMax, interval: 200 });
  return {
    folder,
    address,
    execute,
    executeWith,
    executeOnline: (variables, ...command) =>
      enter(['--mount', '--uts', '--ipc', '--pid', '--cgroup'], variables, command),
    copyIn(file) {
      const inside = `/srv/${basename(file)}`;
      cpSync(file, join(folder, inside), { recursive: true });
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

/** Addresses of RFC 2544, which no network uses, on both ends of the link that systemd-nspawn has made. */
async function connectNetwork(machine: string, init: string): Promise<string> {
  const network = `198.18.${randomInt(256)}`;
  const first = randomInt(64) * 4;
  const link = `ve-${machine}`;
  await run('ip', ['address', 'add', `${network}.${first + 1}/30`, 'dev', link]);
  await run('ip', ['link', 'set', link, 'up']);
  const inside = (...args: readonly string[]) =>
    run('nsenter', ['--target', init, '--net', 'ip', ...args]);
  const address = `${network}.${first + 2}`;
  await inside('address', 'add', `${address}/30`, 'dev', 'host0');
  await inside('link', 'set', 'host0', 'up');
  return address;
}

export function suiteOfMachine(): string {
  const [, suite] = /^VERSION_CODENAME=(.+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  if (suite === undefined) throw new Error('The tests of installations need a Debian release.');
  return suite;
}
