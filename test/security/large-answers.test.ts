/** Answers as large as a zone: their memory, their readers, and what they show while the zone changes. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { memoryOf } from '@hostmaster/test-rig/collect-garbage';
import {
  describeService,
  type TestService,
  type TestWorkspace,
} from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { statement } from '../../packages/server/src/storage/statements.ts';

const characters = 3_900;
const perBatch = 250;
const mebibyte = 1024 * 1024;
const settings = { HOSTMASTER_RECORD_BYTES_PER_ZONE: '100000000' };

describeService(
  'answers as large as a zone',
  (service) => {
    it('hole 1: thirty readers of a long history take the memory of a few', async () => {
      const { client } = await service.workspace();
      const domain = await largeZone(service, client, 250);
      const {
        zone: { zoneRevision: first },
      } = await zoneOf(service, domain);
      await rewrite(client, domain, 'y');
      await rewrite(client, domain, 'x');
      const {
        zone: { zoneRevision: last },
      } = await zoneOf(service, domain);
      // Each holds 2 MB: records as they were, and as they became. All at once would hold 60 MB.
      const path = `/v1/domains/${domain}/dns/diff?from=${first}&to=${last}`;
      const bytesMax = 14 * mebibyte;
      const { grownBytes, result } = await memoryOf(
        () => Promise.all(Array.from({ length: 30 }, () => client.send('GET', path))),
        { bytesMax },
      );
      expect(result.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
      for (const { body } of result) expect(body).toEqual({ changes: [] });
      expect(grownBytes).toBeLessThan(bytesMax);
    });

    it('hole 2: a list is that of its tag, however the zone changes while it is read', async () => {
      const workspace = await service.workspace();
      const { client } = workspace;
      const domain = await largeZone(service, client, 2_000);
      const whole = await client.send('GET', `/v1/domains/${domain}/dns`);
      const reader = await openReader(service, workspace, `/v1/domains/${domain}/dns`);
      await removeHalf(client, domain);
      const { head, body } = await reader.rest();
      expect(head).toContain(`etag: ${whole.headers.etag}`);
      expect(body).toBe(whole.text);
      const after = await client.call('listRecords', { domain });
      expect(after.records).toHaveLength(1_000);
    });

    it('hole 2: a zone of the PowerDNS-compatible API is that of its serial', async () => {
      const workspace = await service.workspace();
      const { client } = workspace;
      const domain = await largeZone(service, client, 2_000);
      const path = `/api/v1/servers/localhost/zones/${domain}.`;
      const paths = [path, `${path}/export`];
      const whole = [];
      const readers = [];
      for (const wanted of paths) {
        whole.push((await client.send('GET', wanted)).text);
        readers.push(await openReader(service, workspace, wanted));
      }
      await removeHalf(client, domain);
      for (const [index, reader] of readers.entries()) {
        expect((await reader.rest()).body, paths[index]).toBe(whole[index]);
      }
    });

    it('hole 2: a fault in the middle breaks the connection', async () => {
      const workspace = await service.workspace();
      const { client } = workspace;
      const domain = await largeZone(service, client, 2_000);
      const reader = await openReader(service, workspace, `/v1/domains/${domain}/dns`);
      await removeHalf(client, domain);
      const {
        id: domainId,
        zone: { zoneRevision: upTo },
      } = await zoneOf(service, domain);
      const pruned = statement('pruneRevisions', { domainId, upTo });
      await persistChange(service.database, { rows: [pruned] });
      const { text, isWhole } = await reader.raw();
      expect(text.length).toBeGreaterThan(256 * 1024);
      expect(isWhole).toBe(false);
    });
  },
  { settings },
);

describeService(
  'readers that read nothing',
  (service) => {
    it('hole 2: hold little, are bounded in number, and are cut off', async () => {
      const workspace = await service.workspace();
      const domain = await largeZone(service, workspace.client, 2_000);
      const bytesMax = 200 * mebibyte;
      for (const path of [
        `/v1/domains/${domain}/dns`,
        `/v1/domains/${domain}/dns/revisions/4`,
        `/v1/domains/${domain}/dns/diff?from=0&to=4`,
        `/api/v1/servers/localhost/zones/${domain}.`,
        `/api/v1/servers/localhost/zones/${domain}./export`,
      ]) {
        const { grownBytes, result } = await memoryOf(() => readNothing(service, workspace, path), {
          bytesMax,
        });
        expect(grownBytes, path).toBeLessThan(bytesMax);
        const count = (status: number) => result.filter((each) => each === status).length;
        expect(count(200), path).toBeGreaterThanOrEqual(4);
        expect(count(429), path).toBeGreaterThan(0);
        expect(count(200) + count(429), path).toBe(result.length);
      }
    });
  },
  { settings, fixedLimits: { answerIdleSeconds: 1 } },
);

async function largeZone(service: TestService, client: ApiClient, count: number): Promise<string> {
  const domain = await service.liveDomain(client);
  for (let at = 0; at < count; at += perBatch) {
    const creates = Array.from({ length: perBatch }, (_, index) => ({
      type: 'TXT' as const,
      name: `n${at + index}`,
      value: `${at + index} `.padEnd(characters, 'x'),
    }));
    await client.call('changeRecords', { domain, creates });
  }
  return domain;
}

async function zoneOf(service: TestService, name: string) {
  const row = await service.database.first(findHeldDomain, { name });
  if (row === undefined) throw new Error(`${name} is not held.`);
  return row;
}

/** All values end with this character instead. */
async function rewrite(client: ApiClient, domain: string, end: string): Promise<void> {
  const { records } = await client.call('listRecords', { domain });
  for (let at = 0; at < records.length; at += perBatch) {
    const updates = records.slice(at, at + perBatch).map(({ id, value }) => ({
      id,
      value: `${value.slice(0, -1)}${end}`,
    }));
    await client.call('changeRecords', { domain, updates });
  }
}

async function removeHalf(client: ApiClient, domain: string): Promise<void> {
  const { records: all } = await client.call('listRecords', { domain });
  const deletes = all.filter((_, index) => index % 2 === 0).map(({ id }) => ({ id }));
  await client.call('changeRecords', { domain, deletes });
}

/** Forty-five readers at once; the status of each, when the service has closed all connections. */
async function readNothing(
  service: TestService,
  workspace: TestWorkspace,
  path: string,
): Promise<number[]> {
  const sockets = Array.from({ length: 45 }, () => send(service, workspace, path));
  return Promise.all(
    sockets.map(async (socket) => {
      const [first] = (await once(socket, 'data')) as [Buffer];
      socket.pause();
      const status = Number(first.toString('latin1', 9, 12));
      if (status === 200) {
        await expect.poll(() => isClosedByPeer(socket)).toBe(true);
      }
      socket.destroy();
      return status;
    }),
  );
}

/** A paused socket notices the end only when it writes. */
function isClosedByPeer(socket: Socket): boolean {
  socket.write('\r\n');
  return socket.destroyed || socket.errored !== null;
}

/** A request that is answered, and of whose answer only the first bytes have been read. */
async function openReader(service: TestService, workspace: TestWorkspace, path: string) {
  const socket = send(service, workspace, path);
  const parts: Buffer[] = [];
  socket.once('data', (part: Buffer) => {
    parts.push(part);
    socket.pause();
  });
  await once(socket, 'data');
  const raw = async () => {
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.resume();
    await once(socket, 'close');
    const text = Buffer.concat(parts).toString();
    return { text, isWhole: text.endsWith('\r\n0\r\n\r\n') };
  };
  return {
    raw,
    async rest() {
      const { text, isWhole } = await raw();
      expect(isWhole).toBe(true);
      const end = text.indexOf('\r\n\r\n');
      return { head: text.slice(0, end), body: unchunked(text.slice(end + 4)) };
    },
  };
}

function send(service: TestService, { apiKey }: TestWorkspace, path: string): Socket {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nx-api-key: ${apiKey}\r\nconnection: close\r\n\r\n`,
  );
  return socket;
}

/** All text of these zones is ASCII, so that characters are bytes. */
function unchunked(text: string): string {
  let body = '';
  for (let at = 0; ; ) {
    const line = text.indexOf('\r\n', at);
    const length = Number.parseInt(text.slice(at, line), 16);
    if (length === 0) return body;
    body += text.slice(line + 2, line + 2 + length);
    at = line + 2 + length + 2;
  }
}
