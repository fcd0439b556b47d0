/** The one file is enough: from an empty folder to the first answer of dig, on both processors. */
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectReceipt } from './expect-receipt.ts';
import { expectFirstAnswer, repository, run, startInstalled } from './installation.ts';

const apiKey = 'hm_test_one-file-by-a-test';
const minutesMs = 60_000;
const megabytesMax = 200;

interface Processor {
  readonly name: string;
  /** What runs a program of this processor here. */
  readonly runner: readonly string[];
}

const libraries = '/usr/aarch64-linux-gnu';
const processors: readonly Processor[] = [
  { name: 'x64', runner: [] },
  { name: 'arm64', runner: ['qemu-aarch64', '-L', libraries] },
];

beforeAll(() => {
  requirePrograms({
    programs: ['dig', 'qemu-aarch64'],
    files: [`${libraries}/lib/libatomic.so.1`, `${libraries}/lib/libstdc++.so.6`],
    packages: ['bind9-dnsutils', 'qemu-user', 'libatomic1-arm64-cross', 'libstdc++6-arm64-cross'],
  });
});

describe.each(processors)('the one file for $name', ({ name, runner }) => {
  it('goes from nothing to the first answer', { timeout: 10 * minutesMs }, async () => {
    const folder = (await createTestDirectory()).path;
    const file = join(folder, 'hostmaster');
    const home = join(folder, 'home');
    await mkdir(home);
    await copyFile(join(repository, `dist/one-file/hostmaster-linux-${name}`), file);
    const { stdout } = await run('du', ['-m', file]);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(megabytesMax);

    const [program = file, ...args] = [...runner, file, 'serve'];
    const service = await startInstalled([program, ...args], {
      cwd: folder,
      startMsMax: 5 * minutesMs,
      // No Node, no npm and no checkout can be found.
      env: {
        PATH: '/usr/bin:/bin',
        HOME: home,
        PORT: '0',
        HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
        HOSTMASTER_DNS_WORKERS: '2',
        HOSTMASTER_FIRST_API_KEY: apiKey,
        HOSTMASTER_SANDBOX_DELAY: '0s',
      },
    });
    let code: number | null;
    try {
      await expectFirstAnswer(service, { apiKey, domain: 'one-file-name.com' });
      const page = await (await fetch(`${service.url}/dashboard`)).text();
      expect(page).toContain('<div id="root">');
      const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
      for (const path of [script, '/reference', '/help/assets/inter.woff2']) {
        expect((await fetch(new URL(path, service.url))).status, path).toBe(200);
      }
      // An emulated processor takes longer than a receipt may.
      if (runner.length === 0) await expectReceipt(service);
    } finally {
      code = await service.stop();
    }
    expect(service.output()).not.toMatch(/Building|Warning|could not be built/);
    expect(code).toBe(0);
    // Nothing was unpacked.
    expect(await readdir(home)).toEqual([]);
    expect((await readdir(folder)).sort()).toEqual(['data', 'home', 'hostmaster']);
  });
});
