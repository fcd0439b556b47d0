/**
 * Nameservers of a customer with the configurations of docs/own-secondaries.md. Around them stands only
 * what Debian configures: where each server listens and keeps its files.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment } from '@hostmaster/test-rig/debian-packages';
import {
  asUser,
  debianUsers,
  giveDirectory,
  giveFile,
  isRoot,
} from '@hostmaster/test-rig/debian-user';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { hasEnded } from '@hostmaster/test-rig/has-ended';

export type OwnServer = 'bind' | 'knot' | 'nsd' | 'pdns';

export interface OwnServerSetting {
  readonly domain: string;
  readonly key: { readonly name: string; readonly secret: string };
  /** Where it listens, on 127.0.0.1. */
  readonly port: number;
  readonly primaryPort: number;
}

export async function startOwnServer(
  kind: OwnServer,
  setting: OwnServerSetting,
): Promise<{ stop(): Promise<void> }> {
  const directory = (await createTestDirectory()).path;
  giveDirectory(directory, debianUsers[kind]);
  const [program = '', ...args] = await prepare[kind]({ ...setting, directory });
  const options = { env: environment, stdio: 'ignore', detached: true } as const;
  const child: ChildProcess = spawn(program, args, options);
  const stop = async () => {
    if (child.pid === undefined || hasEnded(child)) return;
    const ended = once(child, 'exit');
    // The whole group: servers start further processes.
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  return { stop };
}

type Prepared = OwnServerSetting & { readonly directory: string };

/** Returns the command that starts it. */
const prepare: Record<OwnServer, (setting: Prepared) => Promise<readonly string[]>> = {
  async bind(setting) {
    const { directory, port } = setting;
    const general = `options { directory "${directory}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; recursion no; pid-file none; lock-file none; session-keyfile none; };\ncontrols { };\n`;
    const text = adapted(block('BIND', 'conf'), setting).replaceAll('/var/cache/bind', directory);
    const file = write(setting, 'bind', { name: 'named.conf', text: general + text });
    const user = isRoot ? ['-u', debianUsers.bind.name] : [];
    return ['named', '-g', ...user, '-c', file];
  },

  async knot(setting) {
    const { directory, port } = setting;
    mkdirSync(join(directory, 'run'));
    giveDirectory(join(directory, 'run'), debianUsers.knot);
    const general = [
      `server:\n    listen: 127.0.0.1@${port}\n    rundir: "${directory}/run"\n`,
      `database:\n    storage: "${directory}"\n`,
      `template:\n  - id: default\n    storage: "${directory}"\n`,
    ];
    const text = general.join('') + adapted(block('Knot', 'yaml'), setting);
    const file = write(setting, 'knot', { name: 'knot.conf', text });
    return asUser(debianUsers.knot, ['knotd', '-c', file]);
  },

  async nsd(setting) {
    const { directory, port } = setting;
    const general = [
      'server:',
      `ip-address: 127.0.0.1@${port}`,
      ...['zonelistfile: "zone.list"', 'xfrdfile: "xfrd.state"', 'database: ""', 'pidfile: ""'],
      ...[`zonesdir: "${directory}"`, `xfrdir: "${directory}"`],
      ...(isRoot ? [] : ['username: ""']),
      'remote-control:\n\tcontrol-enable: no\n',
    ];
    const text = general.join('\n') + adapted(block('NSD', 'conf'), setting);
    return ['nsd', '-d', '-c', write(setting, 'nsd', { name: 'nsd.conf', text })];
  },

  async pdns(setting) {
    const { directory, port } = setting;
    const database = join(directory, 'pdns.sqlite3');
    const text = [
      ...['local-address=127.0.0.1', `local-port=${port}`, `socket-dir=${directory}`],
      ...['launch=gsqlite3', `gsqlite3-database=${database}`, 'gsqlite3-dnssec=yes'],
      ...inlineSettings('PowerDNS').map((line) => adapted(line, setting)),
    ];
    write(setting, 'pdns', { name: 'pdns.conf', text: `${text.join('\n')}\n` });
    const schema = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql';
    const script = adapted(block('PowerDNS', 'bash'), setting).replaceAll(
      'pdnsutil',
      `pdnsutil --config-dir=${directory}`,
    );
    const owner = isRoot ? `\nchown pdns:pdns ${database}` : '';
    const steps = `sqlite3 ${database} < ${schema}\n${script}${owner}`;
    await promisify(execFile)('sh', ['-e', '-c', steps], { env: environment });
    const flags = [`--config-dir=${directory}`, '--daemon=no', '--guardian=no'];
    return asUser(debianUsers.pdns, ['pdns_server', ...flags, '--disable-syslog=yes']);
  },
};

function adapted(text: string, { domain, key, primaryPort }: OwnServerSetting): string {
  return text
    .replaceAll('secondary-0f1e2d3c4b5a69788796.example.com', key.name)
    .replaceAll('bm90IGEgcmVhbCBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==', key.secret)
    .replaceAll(/192\.0\.2\.1( port |@|:)5300/g, `127.0.0.1$1${primaryPort}`)
    .replaceAll(/192\.0\.2\.1|198\.51\.100\.53/g, '127.0.0.1')
    .replaceAll('example.com', domain);
}

function write(
  { directory }: Prepared,
  kind: OwnServer,
  file: { readonly name: string; readonly text: string },
): string {
  const place = join(directory, file.name);
  writeFileSync(place, file.text);
  chmodSync(place, 0o700);
  giveFile(place, debianUsers[kind]);
  return place;
}

function section(title: string): string {
  const page = readFileSync(new URL('../../docs/own-secondaries.md', import.meta.url), 'utf8');
  return page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
}

function block(title: string, language: string): string {
  const found = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(section(title))?.[1];
  if (found === undefined) throw new Error(`The page has no ${language} block under ${title}.`);
  return found;
}

/** The settings that the text of a section names. */
function inlineSettings(title: string): string[] {
  const found = [...section(title).matchAll(/`([a-z-]+=[^`\n]+)`/g)].map(([, line = '']) => line);
  if (found.length === 0) throw new Error(`The page names no settings under ${title}.`);
  return found;
}
