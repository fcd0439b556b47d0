/** The Debian package on a Debian of its own: installed, used, upgraded, removed and purged. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requiredContact } from '@hostmaster/test-rig/contact';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootDebian, type DebianRoot } from './debian-root.ts';
import { lowerVersion, repository, run, version } from './installation.ts';
import { createSystemdInstallation } from './systemd-installation.ts';
import { testWholeLife } from './whole-life.ts';

const debFile = join(repository, `dist/debian/hostmaster_${version}_amd64.deb`);
const apiKey = 'hm_test_installed-by-a-test';
const settingsFile = '/etc/hostmaster/hostmaster.env';
const exposureMax = 2.5;
const minutesMs = 60_000;

describe('the Debian package', () => {
  it('has no error by lintian', { timeout: 10 * minutesMs }, async () => {
    requirePrograms({ programs: ['lintian'], packages: ['lintian'] });
    const args = ['--allow-root', '--fail-on', 'error', '--tag-display-limit', '0', debFile];
    const { stdout } = await run('lintian', args, { maxBuffer: 2 ** 26 });
    expect(stdout.match(/^[EW]:.*/gm) ?? []).toEqual([]);
  });

  it('gives a reason for each override', async () => {
    const text = readFileSync(join(repository, 'deploy/debian/lintian-overrides'), 'utf8');
    const paragraphs = text.trim().split('\n\n');
    expect(paragraphs.length).toBeGreaterThan(0);
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/^# .+\n(?!#)/s);
  });
});

describe('on a Debian of its own', () => {
  let debian: DebianRoot;

  beforeAll(async () => {
    const { stdout } = await run('dpkg-deb', ['--field', debFile, 'Depends']);
    const dependencies = stdout.split(',').map((each) => each.trim().replace(/ .*/, ''));
    debian = await bootDebian([...dependencies, 'bind9-dnsutils']);
  }, 15 * minutesMs);
  afterAll(() => debian?.stop());

  it('is installed without starting anything', { timeout: 5 * minutesMs }, async () => {
    await install(await asVersion(lowerVersion));
    expect(await debian.execute('id', 'hostmaster')).toContain('(hostmaster)');
    expect(await statOf(settingsFile)).toBe('root hostmaster 640');
    expect(await statOf('/etc/hostmaster')).toBe('root hostmaster 750');
    expect(await statOf('/var/lib/hostmaster')).toBe('hostmaster hostmaster 700');
    expect(await statOf('/var/backups/hostmaster')).toBe('hostmaster hostmaster 700');
    expect(await stateOf('hostmaster.service')).toBe('inactive');
    expect(await debian.execute('ls', '-A', '/var/lib/hostmaster')).toBe('');
  });

  it('has units that systemd accepts and that are hardened', async () => {
    const services = ['', '-backup', '-follow'].map((part) => `hostmaster${part}.service`);
    const units = [...services, 'hostmaster-backup.timer'];
    expect(await debian.execute('systemd-analyze', 'verify', ...units)).not.toContain('hostmaster');
    for (const unit of services) {
      const path = `/usr/lib/systemd/system/${unit}`;
      const report = await debian.execute('systemd-analyze', 'security', '--offline=true', path);
      const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(report) ?? [];
      expect(Number(exposure)).toBeLessThanOrEqual(exposureMax);
    }
  });

  it('serves after its start, as its user', { timeout: 5 * minutesMs }, async () => {
    const settings = ['HOSTMASTER_DNS_LISTEN=127.0.0.1:53', `HOSTMASTER_FIRST_API_KEY=${apiKey}`];
    const path = join(debian.folder, settingsFile);
    writeFileSync(path, `${readFileSync(path, 'utf8')}${settings.join('\n')}\n`);
    await debian.execute('systemctl', 'enable', '--now', 'hostmaster.service');
    await ready();
    await register('packaged-name.com');
    const owner = await debian.execute('systemctl', 'show', '-p', 'User', 'hostmaster.service');
    expect(owner.trim()).toBe('User=hostmaster');
    const doctor = await debian
      .execute('hostmaster', 'doctor', '--json')
      .catch((error: { stdout: string }) => error.stdout);
    const { findings } = JSON.parse(doctor) as { findings: { check: string; result: string }[] };
    expect(findings).toContainEqual(expect.objectContaining({ check: 'database', result: 'ok' }));
    const problems = findings.filter(({ result }) => result === 'problem');
    // There is no network, so no resolver answers.
    expect(problems.filter(({ check }) => check !== 'dns')).toEqual([]);
  });

  it('backs up by its timer', async () => {
    await debian.execute('systemctl', 'enable', '--now', 'hostmaster-backup.timer');
    await debian.execute('systemctl', 'start', 'hostmaster-backup.service');
    const copies = await debian.execute('ls', '/var/backups/hostmaster');
    expect(copies.trim().split('\n')).toEqual([
      expect.stringMatching(/^\d{8}T\d{6}Z\.db$/),
      expect.stringMatching(/^\d{8}T\d{6}Z\.registry\.db$/),
    ]);
  });

  it('backs up every change, which can be restored', { timeout: 5 * minutesMs }, async () => {
    await debian.execute('systemctl', 'enable', '--now', 'hostmaster-follow.service');
    const log = () => debian.execute('journalctl', '-u', 'hostmaster-follow', '--no-pager');
    await expect.poll(log).toContain('Every change is copied');
    const place = '/var/lib/hostmaster/elsewhere';
    const owned = ['install', '-o', 'hostmaster', '-g', 'hostmaster'];
    await debian.execute(...owned, '-m', '0700', '-d', place);
    const key = 'secret.key';
    await debian.execute(...owned, '-m', '0600', `/var/lib/hostmaster/${key}`, `${place}/${key}`);
    const follow = '/var/backups/hostmaster/follow';
    const there = { HOSTMASTER_DATA_DIR: place };
    const answer = await debian.executeWith(there, 'hostmaster', 'restore', follow, '--json');
    expect(JSON.parse(answer)).toMatchObject({ ledger: { ok: true }, unreadable: [] });
    expect(await statOf(`${place}/hostmaster.db`)).toBe('hostmaster hostmaster 600');
  });

  it('is upgraded with its data and settings', { timeout: 5 * minutesMs }, async () => {
    const before = await debian.execute('systemctl', 'show', '-p', 'MainPID', 'hostmaster');
    await install(debFile);
    expect(await debian.execute('hostmaster', '--version')).toBe(`${version}\n`);
    expect(await debian.execute('cat', settingsFile)).toContain(apiKey);
    await ready();
    const after = await debian.execute('systemctl', 'show', '-p', 'MainPID', 'hostmaster');
    expect(after).not.toBe(before);
    await answered('www.packaged-name.com');
    await register('after-the-upgrade.com');
  });

  it('keeps data and settings when it is removed', async () => {
    await apt('remove', 'hostmaster');
    expect(await stateOf('hostmaster.service')).toBe('inactive');
    expect(await exists('/usr/bin/hostmaster', '/usr/lib/hostmaster')).toBe(false);
    expect(await exists(settingsFile, '/var/lib/hostmaster/hostmaster.db')).toBe(true);
  });

  it('keeps the data when it is purged without an answer', async () => {
    await apt('purge', 'hostmaster');
    expect(await exists(settingsFile)).toBe(false);
    expect(await exists('/var/lib/hostmaster/hostmaster.db', '/var/backups/hostmaster')).toBe(true);
    expect(await statOf('/var/lib/hostmaster')).toBe('hostmaster hostmaster 700');
  });

  it('serves the kept data when it is installed again', { timeout: 5 * minutesMs }, async () => {
    await install(debFile);
    await debian.execute('systemctl', 'start', 'hostmaster.service');
    await ready();
    const keys = await debian.execute('hostmaster', 'workspace', 'list', '--json');
    expect(JSON.parse(keys)).toMatchObject({ workspaces: [expect.anything()] });
  });

  it('deletes the data when the purge is answered with yes', async () => {
    await purgeAll();
    const places = ['/var/lib/hostmaster', '/var/backups/hostmaster', '/etc/hostmaster'];
    for (const place of places) expect(await exists(place)).toBe(false);
    await expect(debian.execute('id', 'hostmaster')).rejects.toThrow('no such user');
    const left = await debian.execute('find', '/etc/systemd', '/usr/lib', '-name', 'hostmaster*');
    expect(left).toBe('');
  });

  describe('from the first start to the purge', () => {
    testWholeLife(() =>
      createSystemdInstallation(debian, {
        // Debian hides the units of a removed package until its purge, and keeps which are enabled.
        alsoKept: [
          'hostmaster.service',
          'hostmaster-backup.timer',
          'hostmaster-follow.service',
          'multi-user.target.wants/hostmaster.service',
          'timers.target.wants/hostmaster-backup.timer',
        ].map((path) => `/etc/systemd/system/${path}`),
        install: async (number) => install(await asVersion(number)),
        upgrade: async (number) => install(await asVersion(number)),
        remove: () => apt('remove', 'hostmaster'),
        deleteData: purgeAll,
      }),
    );
  });

  async function purgeAll(): Promise<void> {
    const answer = 'hostmaster hostmaster/purge-data boolean true';
    await debian.execute('sh', '-c', `echo "${answer}" | debconf-set-selections`);
    await apt('purge', 'hostmaster');
  }

  async function install(file: string): Promise<void> {
    await apt('install', debian.copyIn(file));
  }

  /** This Debian has no network: what the package depends on must be installed. */
  async function apt(...args: readonly string[]): Promise<void> {
    const variables = { DEBIAN_FRONTEND: 'noninteractive' };
    await debian.executeWith(variables, 'apt-get', '--yes', ...args);
  }

  async function ready(): Promise<void> {
    const program = `fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))`;
    const look = () => debian.execute('/usr/lib/hostmaster/node', '-e', program).then(() => true);
    const isReady = () => look().catch(() => debian.execute('journalctl', '-n', '5', '--no-pager'));
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  }

  /** With the commands of users. */
  async function register(domain: string): Promise<void> {
    const use = (...args: readonly string[]) =>
      debian.executeWith(
        { HOSTMASTER_URL: 'http://127.0.0.1:3000', HOSTMASTER_API_KEY: apiKey },
        'hostmaster',
        ...args,
      );
    writeFileSync(join(debian.folder, 'srv/contact.json'), JSON.stringify(requiredContact));
    await use('domains', 'register', domain, '--contact', '/srv/contact.json', '--yes');
    await use('dns', 'add', domain, 'www', 'A', '192.0.2.34');
    await answered(`www.${domain}`);
  }

  async function answered(name: string): Promise<void> {
    const dig = ['dig', '+short', '+time=2', '@127.0.0.1', name, 'A'];
    await expect.poll(() => debian.execute(...dig).catch(String)).toBe('192.0.2.34\n');
  }

  async function statOf(path: string): Promise<string> {
    return (await debian.execute('stat', '--format=%U %G %a', path)).trim();
  }

  async function stateOf(unit: string): Promise<string> {
    const shown = await debian.execute('systemctl', 'show', '-p', 'ActiveState', '--value', unit);
    return shown.trim();
  }

  /** All of them; false when none does. */
  async function exists(...paths: readonly string[]): Promise<boolean> {
    const checks = paths.map((path) =>
      debian.execute('test', '-e', path).then(
        () => true,
        () => false,
      ),
    );
    const found = new Set(await Promise.all(checks));
    expect(found.size).toBe(1);
    return found.has(true);
  }
});

/** The packed file, or the same files under a lower number. */
async function asVersion(number: string): Promise<string> {
  if (number === version) return debFile;
  const folder = (await createTestDirectory()).path;
  const content = join(folder, 'content');
  mkdirSync(content);
  await run('dpkg-deb', ['--raw-extract', debFile, content]);
  const rewrite = (path: string, change: (text: string) => string) =>
    writeFileSync(join(content, path), change(readFileSync(join(content, path), 'utf8')));
  rewrite('DEBIAN/control', (text) => text.replace(/^Version: .*/m, `Version: ${number}`));
  rewrite('usr/lib/hostmaster/node_modules/hostmaster/package.json', (text) =>
    text.replace(`"version": "${version}"`, `"version": "${number}"`),
  );
  const file = join(folder, `hostmaster_${number}_amd64.deb`);
  await run('dpkg-deb', ['--root-owner-group', '-Znone', '--build', content, file]);
  return file;
}
