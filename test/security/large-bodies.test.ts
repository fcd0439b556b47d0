/** Large request bodies: what they may contain, and how many of them a workspace may send at once. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import {
  describeService,
  type TestService,
  type TestWorkspace,
} from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

const bytes = 1_000_000;

describeService(
  'large request bodies',
  (service) => {
    it('with very many values are refused before they are parsed', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const raw = `{"creates":[${'1,'.repeat(bytes / 2 - 100)}1]}`;
      const headers = { 'content-type': 'application/json' };
      const path = `/v1/domains/${domain}/dns/batch`;
      const answer = await client.send('POST', path, { raw, headers });
      expectRefusal(answer, { status: 400, code: 'malformed_body' });
      expect(answer.text).toContain('100000 values');
    });

    it('may contain a text with as many commas as it likes', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      const note = `\\",`.repeat(200_000);
      const record = '{"type":"A","name":"www","value":"192.0.2.1"}';
      const raw = `{"creates":[${record}],"ignored":"${note}"}`;
      const headers = { 'content-type': 'application/json' };
      const path = `/v1/domains/${domain}/dns/batch`;
      expect((await client.send('POST', path, { raw, headers })).text).not.toContain('values');
    });

    it('of one workspace wait for each other, and then are refused; others are not', async () => {
      const hostile = await service.workspace();
      const other = await service.workspace();
      // Either of them may be the first to be authenticated; it then waits for its body.
      const both = [begin(service, hostile), begin(service, hostile)];
      expect(await Promise.race(both.map(statusOf))).toBe(429);
      const neighbour = begin(service, other);
      neighbour.write(`"${'x'.repeat(bytes - 2)}"`);
      expect(await statusOf(neighbour)).toBe(400);
      for (const held of both) held.destroy();
      await expect
        .poll(async () => {
          const later = begin(service, hostile);
          later.write(`"${'x'.repeat(bytes - 2)}"`);
          return statusOf(later);
        })
        .toBe(400);
    });

    it('count from 8 KiB on', async () => {
      const hostile = await service.workspace();
      const both = [begin(service, hostile), begin(service, hostile, 8_193)];
      expect(await Promise.race(both.map(statusOf))).toBe(429);
      const small = begin(service, hostile, 8_192);
      small.write(`"${'x'.repeat(8_190)}"`);
      expect(await statusOf(small)).toBe(400);
      for (const held of both) held.destroy();
    });
  },
  { fixedLimits: { requestBytesPerWorkspace: bytes } },
);

/** The head of a request whose body does not follow yet. */
function begin(service: TestService, { apiKey }: TestWorkspace, length = bytes): Socket {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  const lines = [
    'POST /v1/domains/none.com/dns/batch HTTP/1.1',
    `host: ${hostname}`,
    `x-api-key: ${apiKey}`,
    'content-type: application/json',
    `content-length: ${length}`,
    'connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return socket;
}

async function statusOf(socket: Socket): Promise<number> {
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(first.toString('latin1', 9, 12));
}
