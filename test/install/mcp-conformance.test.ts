/** /mcp, examined by the official conformance package: what every server must do, whatever its tools are. */

import { writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { describeEdge } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentWith, npm, run } from './installation.ts';

const bin = dirname(process.execPath);

/** All others call tools and prompts of the reference server by name. */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
] as const;

describeEdge('the official conformance package', (service) => {
  /** It sends no key, so this does. */
  let apiKey = '';
  const front = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const target = new URL(service.url);
    const { hostname, port } = target;
    const all = { ...headers, host: target.host, 'x-api-key': apiKey };
    const sent = request({ hostname, port, method, path: url, headers: all }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
  let folder = '';

  beforeAll(async () => {
    ({ apiKey } = await service.workspace());
    folder = (await createTestDirectory()).path;
    await writeFile(join(folder, 'package.json'), '{"private":true}\n');
    const conformance = '@modelcontextprotocol/conformance@0.1.16';
    await npm(folder, bin, 'install', '--no-audit', '--no-fund', '--ignore-scripts', conformance);
    front.listen(0, '127.0.0.1');
    await new Promise((resolve) => front.once('listening', resolve));
  });
  afterAll(() => {
    front.closeAllConnections();
    front.close();
  });

  it.each(scenarios)('finds no fault in %s', async (scenario) => {
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`;
    const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const args = ['server', '--url', url, '--scenario', scenario];
    const env = environmentWith(bin);
    const { stdout } = await run('node', [program, ...args], { cwd: folder, env }).catch(
      (error: { stdout: string; stderr: string }) => expect.fail(`${error.stdout}${error.stderr}`),
    );
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
  });
});
