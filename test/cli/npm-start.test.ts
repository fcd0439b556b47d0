/** The service as npm starts it: between npm and the service there is a shell that passes nothing on. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const npm = process.env.npm_execpath ?? 'npm';

it('stops when npm start is asked to stop', async () => {
  const [command, args] = npm.endsWith('.js')
    ? [process.execPath, [npm, 'start']]
    : [npm, ['start']];
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own, so that whatever the test finds, nothing outlives it.
    detached: true,
    env: {
      PATH: process.env.PATH ?? '',
      HOSTMASTER_DATA_DIR: mkdtempSync(join(inject('temporaryDirectory'), 'npm-start-')),
      HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
      PORT: '0',
    },
  });
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {}
  });
  const closed = once(child.stdout, 'close');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
  });
  await expect.poll(() => printed).toMatch(/API\s+http:\S+/);
  const url = new URL('/healthz', /API\s+(http:\S+)/.exec(printed)?.[1]);
  expect((await fetch(url)).status).toBe(200);
  child.kill('SIGTERM');
  // The service holds the other end of the pipe for as long as it runs.
  await closed;
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
