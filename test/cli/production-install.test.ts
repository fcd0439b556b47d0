/** What `npm ci --omit=dev` installs is enough to run the service and to build the dashboard. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { afterAll, describe, expect, it } from 'vitest';
import { startProcess } from './program.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const cleanUps: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

describe('npm ci --omit=dev', () => {
  it('runs the service and builds the dashboard', async () => {
    const directory = await createTestDirectory();
    cleanUps.push(directory.remove);
    await installWithoutDevelopment(directory.path);
    const command = join(directory.path, 'packages/server/bin/hostmaster.js');
    const service = await startProcess(
      ['serve'],
      { HOSTMASTER_DATA_DIR: join(directory.path, 'data'), NODE_OPTIONS: '' },
      command,
    );
    cleanUps.push(() => service.stop());
    const { url } = await service.banner();
    const page = await fetch(`${url}/dashboard`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root">');
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    expect(await service.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  it('is described by npm run sbom', async () => {
    const npm = process.env.npm_execpath ?? 'npm';
    const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev'];
    const { stdout } = await run(
      npm.endsWith('.js') ? process.execPath : npm,
      npm.endsWith('.js') ? [npm, ...args] : args,
      { cwd: repository, maxBuffer: 2 ** 26 },
    );
    const bill = JSON.parse(stdout) as { bomFormat: string; components: { name: string }[] };
    expect(bill.bomFormat).toBe('CycloneDX');
    const names = bill.components.map(({ name }) => name);
    expect(names).toContain('fastify');
    expect(names).not.toContain('vitest');
  });
});

/** As npm does it by the lock file, but with copies of what is installed already. */
async function installWithoutDevelopment(directory: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true; link?: true; resolved?: string }>;
  };
  for (const part of ['package.json', 'package-lock.json', 'tsconfig.json', 'packages']) {
    const isWanted = (path: string) => !/\/(?:node_modules|dist)(?:\/|$)/.test(path);
    await cp(join(repository, part), join(directory, part), { recursive: true, filter: isWanted });
  }
  for (const [path, { dev, link, resolved }] of Object.entries(lock.packages)) {
    if (!path.startsWith('node_modules/') || path.includes('/node_modules/') || dev === true)
      continue;
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true });
    if (link === true) await symlink(join(directory, resolved ?? ''), target);
    else await run('cp', ['-a', join(repository, path), target]).catch(requireOptional(path));
  }
}

/** Packages for other machines are listed, but not installed. */
function requireOptional(path: string): (error: Error) => void {
  return (error) => {
    if (!/No such file/.test(error.message)) throw new Error(path, { cause: error });
  };
}
