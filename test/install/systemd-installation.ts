/** An installation that systemd runs, in a Debian of its own. docs/deployment.md has its commands. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { DebianRoot } from './debian-root.ts';
import { type Reachable, repository } from './installation.ts';
import type { Installation } from './whole-life.ts';

type Way = Pick<Installation, 'install' | 'remove' | 'deleteData'> & {
  /** Leaves the service running. */
  upgrade(number: string): Promise<void>;
  /** What a removal keeps besides settings, data and user. */
  readonly alsoKept?: readonly string[];
};

const data = '/var/lib/hostmaster';
const settingsFile = '/etc/hostmaster/hostmaster.env';
/** What programs of Debian and npm write for themselves. */
const ofOthers =
  /^\/(?:run|srv|tmp|root\/\.npm|var\/(?:cache|log|tmp|lib\/(?:apt|dpkg|systemd)))(?:\/|$)/;

export function createSystemdInstallation(debian: DebianRoot, way: Way): Installation {
  const url = `http://${debian.address}:3000`;
  const reachable = async (): Promise<Reachable> => {
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => debian.execute('journalctl', '-n', '5', '--no-pager'),
      );
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
    return { url, dnsPort: 53, dnsAddress: debian.address };
  };
  return {
    ...way,
    root: debian.folder,
    dataPlaces: [
      '/etc/hostmaster',
      '/var/backups/hostmaster',
      data,
      'passwd hostmaster',
      'group hostmaster',
      ...(way.alsoKept ?? []),
    ],
    async putData(folder) {
      const owned = ['install', '-o', 'hostmaster', '-g', 'hostmaster'];
      await debian.execute(...owned, '-m', '0700', '-d', data);
      for (const file of readdirSync(folder)) {
        const inside = debian.copyIn(join(folder, file));
        await debian.execute(...owned, '-m', '0600', inside, join(data, file));
      }
    },
    async start(settings) {
      const all = {
        HOST: debian.address,
        HOSTMASTER_PUBLIC_URL: url,
        HOSTMASTER_DNS_LISTEN: `${debian.address}:53`,
        ...settings,
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
      appendFileSync(join(debian.folder, settingsFile), lines.join(''));
      await debian.execute('sh', '-ec', commandsOf('Start'));
      return reachable();
    },
    async upgrade(number) {
      await way.upgrade(number);
      return reachable();
    },
    command: (...args) => debian.execute('hostmaster', ...args),
    async list() {
      const found = await debian.execute('find', '/', '-xdev');
      const files = found.split('\n').filter((path) => path !== '' && !ofOthers.test(path));
      const names = (kind: string) =>
        readFileSync(join(debian.folder, 'etc', kind), 'utf8')
          .trim()
          .split('\n')
          .map((line) => `${kind} ${line.split(':', 1)}`);
      return [...files, ...names('passwd'), ...names('group')].sort();
    },
  };
}

/** The commands of docs/deployment.md below a heading. */
export function commandsOf(heading: string): string {
  const text = readFileSync(join(repository, 'docs/deployment.md'), 'utf8');
  const [, section] = new RegExp(`^#+ ${heading}\n(.*?)(?=^#|$(?![^]))`, 'ms').exec(text) ?? [];
  const blocks = [...(section ?? '').matchAll(/^```\n(.*?)^```$/gms)].map(([, block]) => block);
  if (blocks.length === 0) throw new Error(`docs/deployment.md has no commands for "${heading}".`);
  return blocks.join('');
}
