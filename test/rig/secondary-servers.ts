/**
 * Prepares a nameserver as docs/secondaries.md says, with the addresses, the ports, the directories
 * and the secret of a test in place of those of the page. Everything else is as written there, and each
 * runs under the user of its Debian package: what the page forgets to allow fails here too.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment } from './debian-packages.ts';
import { asUser, debianUsers, giveDirectory, giveFile, isRoot } from './debian-user.ts';
import { pageBlock } from './secondary-page.ts';

export type PeerKind = 'knot' | 'bind' | 'nsd' | 'pdns';

export interface PeerSetting {
  /** Empty. */
  readonly directory: string;
  readonly address: string;
  readonly port: number;
  readonly primary: { readonly address: string; readonly port: number };
  /** Whether it listens on ::1 too and transfers from there; else the lines for IPv6 are left out. */
  readonly hasIpv6: boolean;
  readonly name: string;
  readonly secret: string;
}

export interface PeerPrograms {
  readonly server: readonly string[];
  /** Runs beside the server. */
  readonly companion?: readonly string[];
}

/** What the page uses as an example. */
const example = {
  primary: /192\.0\.2\.1(?!\d)/g,
  self: /192\.0\.2\.53/g,
  secret: 'bm90IGEgcmVhbCBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZQ==',
  primaryPort: /(@|port |1:)5300/g,
  keyName: /hostmaster-(knot|bind|nsd|pdns)/g,
} as const;

export const prepareServer: Record<PeerKind, (setting: PeerSetting) => Promise<PeerPrograms>> = {
  async knot(setting) {
    const { directory, port } = setting;
    const text = adapted(pageBlock('Knot', 'yaml'), setting)
      .replaceAll('"/run/knot"', `"${directory}/run"`)
      .replaceAll('/var/lib/knot', directory)
      .replaceAll('@53', `@${port}`)
      .replace('target: syslog', 'target: stdout')
      // Tests compare whole zones.
      .replace('action: notify', 'action: [notify, transfer]');
    // /run/knot, which the unit makes.
    mkdirSync(join(directory, 'run'));
    giveDirectory(join(directory, 'run'), debianUsers.knot);
    const file = write(setting, 'knot', { name: 'knot.conf', text });
    return { server: asUser(debianUsers.knot, ['knotd', '-c', file]) };
  },

  async bind(setting) {
    const { directory, port } = setting;
    const text = adapted(pageBlock('BIND', 'conf'), setting)
      .replaceAll('/var/cache/bind', directory)
      .replaceAll('port 53 ', `port ${port} `)
      .replace('recursion no;', 'recursion no;\n\tpid-file none;\n\tsession-keyfile none;')
      .replace('allow-transfer { none; }', `allow-transfer { key "hostmaster-${setting.name}"; }`);
    const file = write(setting, 'bind', {
      name: 'named.conf',
      text: `${text}\ncontrols { };\n`,
    });
    const user = isRoot ? ['-u', debianUsers.bind.name] : [];
    return { server: ['named', '-g', '-n', '2', ...user, '-c', file] };
  },

  async nsd(setting) {
    const { directory, port } = setting;
    const local = (text: string) =>
      adapted(text, setting)
        .replaceAll('/run/nsd/', `${directory}/`)
        .replaceAll('/var/lib/nsd', directory);
    const text = local(pageBlock('NSD', 'conf'))
      .replaceAll('@53', `@${port}`)
      .replace('zonefiles-write: 60', 'zonefiles-write: 1')
      // Tests send all questions from one address.
      .replace('rrl-ratelimit: 1000', 'rrl-ratelimit: 0')
      .replace('server:', `server:\n\t${isRoot ? '' : 'username: ""\n\t'}pidfile: ""`)
      .replace('pattern:', `pattern:\n\tprovide-xfr: 0.0.0.0/0 hostmaster-${setting.name}`);
    const file = write(setting, 'nsd', { name: 'nsd.conf', text });
    const script = local(pageBlock('NSD', 'sh'))
      .replace('port=53', `port=${port}`)
      .replaceAll('nsd-control ', `nsd-control -c ${file} `);
    return {
      server: ['nsd', '-d', '-c', file],
      companion: asUser(debianUsers.nsd, [
        'sh',
        write(setting, 'nsd', { name: 'nsd-catalog', text: script }),
      ]),
    };
  },

  async pdns(setting) {
    const { directory, port } = setting;
    const local = (text: string) =>
      adapted(text, setting).replaceAll('/var/lib/powerdns', directory);
    const text = local(pageBlock('PowerDNS', 'ini')).replace(
      'local-port=53',
      `local-port=${port}\nsocket-dir=${directory}`,
    );
    write(setting, 'pdns', { name: 'pdns.conf', text });
    const script = local(pageBlock('PowerDNS', 'bash')).replaceAll(
      'pdnsutil',
      `pdnsutil --config-dir=${directory}`,
    );
    await promisify(execFile)('sh', ['-e', '-c', script], { env: environment });
    const flags = ['--daemon=no', '--guardian=no', '--disable-syslog=yes', '--loglevel=6'];
    return {
      server: asUser(debianUsers.pdns, ['pdns_server', `--config-dir=${directory}`, ...flags]),
    };
  },
};

function adapted(text: string, setting: PeerSetting): string {
  const { primary } = setting;
  const families = setting.hasIpv6
    ? text
    : text.replaceAll(/, 2001:db8::\d+/g, '').replaceAll(/^.*2001:db8::.*\n/gm, '');
  return families
    .replaceAll(/2001:db8::(1|53)(?!\d)/g, '::1')
    .replaceAll(example.secret, setting.secret)
    .replaceAll(example.keyName, `hostmaster-${setting.name}`)
    .replaceAll(example.primaryPort, (_, before: string) => `${before}${primary.port}`)
    .replaceAll(example.self, setting.address)
    .replaceAll(example.primary, primary.address);
}

function write(
  { directory }: PeerSetting,
  kind: PeerKind,
  file: { readonly name: string; readonly text: string },
): string {
  const place = join(directory, file.name);
  giveDirectory(directory, debianUsers[kind]);
  writeFileSync(place, file.text);
  chmodSync(place, 0o700);
  giveFile(place, debianUsers[kind]);
  return place;
}
