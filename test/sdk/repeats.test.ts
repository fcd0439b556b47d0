/** What the SDK does about services, and things in between, that misbehave. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectionError, createClient, HostmasterError } from '@hostmaster/sdk';
import { afterEach, describe, expect, it } from 'vitest';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const record = { id: 'rec_1', type: 'A', name: '@', ttl: 300, value: '192.0.2.1' };
const created = { record, pendingFulfillment: false };
const input = { domain: 'example.com', type: 'A', value: '192.0.2.1' } as const;
const recordId = 'rec_1';

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
const busy = json(503, { error: 'Busy.', code: 'registry_unavailable' }, { 'retry-after': '0' });
const limited = json(429, { error: 'Too fast.', code: 'rate_limited' }, { 'retry-after': '0' });
const lose: Answer = (request) => request.socket.destroy();
const cut: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"record":');
  setImmediate(() => response.destroy());
};
/** Without a length the end of the connection looks like the end of the answer. */
const cutSilently: Answer = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
  response.useChunkedEncodingByDefault = false;
  response.end('{"record":');
  request.socket.end();
};
const signInPage: Answer = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<h1>Sign in to the hotel</h1>');
};
const html: Answer = (_, response) => {
  response.writeHead(502, { 'content-type': 'text/html' });
  response.end('<h1>Bad gateway</h1>');
};

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A service that answers like this, one answer for each request; the last one goes on. */
async function serve(answers: readonly Answer[], options: { readonly retries?: number } = {}) {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    request.resume();
    answers[Math.min(keys.length, answers.length) - 1]?.(request, response);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key', ...options });
  return { client, keys };
}

describe('A request of the SDK', () => {
  for (const [what, first] of Object.entries({ busy, limited, lose, cut, cutSilently })) {
    it(`that ends with "${what}" is sent again with the same key`, async () => {
      const { client, keys } = await serve([first, first, json(200, created)]);
      expect(await client.createRecord(input)).toEqual(created);
      expect(keys).toHaveLength(3);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
      expect(new Set(keys).size).toBe(1);
    });
  }

  it('has a key of its own, or the one it was given', async () => {
    const { client, keys } = await serve([json(200, created)]);
    await client.createRecord(input);
    await client.createRecord(input);
    await client.createRecord(input, { idempotencyKey: 'mine' });
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('mine');
  });

  it('that deletes is not repeated when its answer is lost, but when it was refused for now', async () => {
    const lost = await serve([lose]);
    const answer = lost.client.deleteRecord({ domain: 'example.com', recordId });
    await expect(answer).rejects.toBeInstanceOf(ConnectionError);
    expect(lost.keys).toHaveLength(1);
    const refused = await serve([busy, json(200, { success: true })]);
    await refused.client.deleteRecord({ domain: 'example.com', recordId });
    expect(refused.keys).toHaveLength(2);
  });

  it('ends after its repeats with the last error', async () => {
    const { client, keys } = await serve([busy], { retries: 2 });
    await expect(client.listDomains()).rejects.toMatchObject({ status: 503 });
    expect(keys).toHaveLength(3);
  });

  it('is not repeated when it was refused for good, or when something else answers', async () => {
    const refusal = { error: 'value: is not an address', code: 'invalid_request' };
    const refused = await serve([json(400, refusal)]);
    await expect(refused.client.createRecord(input)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(refused.keys).toHaveLength(1);
    const between = await serve([html]);
    const answer = between.client.listDomains();
    await expect(answer).rejects.toBeInstanceOf(HostmasterError);
    await expect(answer).rejects.toMatchObject({ status: 502, code: 'unreadable' });
    expect(between.keys).toHaveLength(1);
    const page = await serve([signInPage]);
    await expect(page.client.listDomains()).rejects.toMatchObject({
      status: 200,
      code: 'unreadable',
    });
    expect(page.keys).toHaveLength(1);
  });

  it('that waits for its turn ends when the caller gives up', async () => {
    const wait = json(
      503,
      { error: 'Busy.', code: 'registry_unavailable' },
      { 'retry-after': '50' },
    );
    const { client } = await serve([wait]);
    const giveUp = new AbortController();
    const answer = client.listDomains({}, { signal: giveUp.signal });
    setImmediate(() => giveUp.abort(new Error('Enough.')));
    await expect(answer).rejects.toThrow('Enough.');
  });
});
