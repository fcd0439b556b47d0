/** The receiver that docs/events.md shows, run as it is written. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import {
  newWebhookSecret,
  webhookHeaders,
} from '../../packages/server/src/base/webhook-signature.ts';
import { codeBlocks, read, root } from '../docs/documents.ts';

let receiver: ChildProcess | null = null;
afterAll(() => receiver?.kill('SIGKILL'));

it('accepts signed events once, and refuses others', async () => {
  const [example] = codeBlocks(read('docs/events.md')).filter(({ language }) => language === 'js');
  const secret = newWebhookSecret();
  const port = await freePort();
  receiver = spawn(process.execPath, ['--input-type=module', '-e', example?.text ?? ''], {
    cwd: root,
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  receiver.stdout?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
  const post = async (key: string) => {
    const body = JSON.stringify({ id: 'evt_1', type: 'dns.changed', domain: 'example.com' });
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const headers = webhookHeaders({ id: 'evt_1', timestampSeconds, body }, [key]);
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers,
        body,
      }).catch(() => null);
      if (answer !== null) return answer.status;
    }
  };
  expect(await post(secret)).toBe(204);
  expect(await post(secret)).toBe(204);
  expect(await post(newWebhookSecret())).toBe(400);
  expect(lines.join('')).toBe('dns.changed example.com\n');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
