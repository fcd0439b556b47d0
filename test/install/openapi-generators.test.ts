/** Two generators make clients of /openapi.json, which compile strictly; and one of them calls a service. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { environmentWith, npm, run } from './installation.ts';

const bin = dirname(process.execPath);
const packages = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'swagger-typescript-api@13.13.0',
  'typescript@5.9.3',
];

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2023',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
};

describeEdge('clients of /openapi.json', (service) => {
  it('are made by openapi-typescript and swagger-typescript-api, and compile strictly', async () => {
    const folder = (await createTestDirectory()).path;
    await mkdir(join(folder, 'made'));
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
    await npm(folder, bin, 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages);
    const answer = await fetch(`${service.url}/openapi.json`);
    await writeFile(join(folder, 'openapi.json'), await answer.text());
    const env = environmentWith(bin);
    const tool = (name: string, ...args: readonly string[]) =>
      run('node', [join(folder, 'node_modules', name), ...args], { cwd: folder, env });
    await tool('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'made/types.ts');
    await writeFile(join(folder, 'use.ts'), consumer);
    await tool(
      ...(['swagger-typescript-api/dist/cli.mjs', 'generate'] as const),
      ...['--path', 'openapi.json', '--output', 'made', '--name', 'client.ts', '--silent'],
    );
    const files = ['use.ts', 'made/types.ts', 'made/client.ts'];
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiled = await tool('typescript/bin/tsc', '-p', '.').catch(
      (error: { stdout: string }) => error,
    );
    expect(compiled.stdout).toBe('');

    const { apiKey, id } = await service.workspace();
    const used = await run('node', ['use.ts'], {
      cwd: folder,
      env: environmentWith(bin, { API_URL: service.url, API_KEY: apiKey }),
    });
    expect(used.stdout.trim()).toBe(id);
  });
});

const consumer = `
import createClient from 'openapi-fetch';
import type { paths } from './made/types.js';

declare const process: { readonly env: Record<string, string | undefined> };
const client = createClient<paths>({
  baseUrl: process.env.API_URL ?? '',
  headers: { 'x-api-key': process.env.API_KEY ?? '' },
});
const { data, error } = await client.GET('/v1/account');
if (data === undefined) throw new Error(error.code);
const balance: number = data.credits.balance;
console.log(balance >= 0 ? data.account.id : 'none');
`;
