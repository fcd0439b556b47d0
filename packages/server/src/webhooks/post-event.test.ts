import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebhookReceiver } from '@hostmaster/test-rig/webhook-receiver';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postEvent } from './post-event.ts';
import { attemptsMax, retryDelayMs } from './retry-delay.ts';
import { parseWebhookUrl, targetAddresses, type WebhookTargets } from './webhook-target.ts';

const publicOnly: WebhookTargets = {
  allowsPrivate: false,
  requiresHttps: false,
  resolve: async () => ['127.0.0.1'],
};
const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test', domain: null });

describe('sending an event', () => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.open();
  });
  afterAll(() => receiver.close());
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = () => ({ status: 200 });
  });

  const post = (targets: WebhookTargets, url = receiver.url) =>
    postEvent(targets, { url, headers: { 'webhook-id': 'evt_1' }, body, limitMs: 2_000 });

  it('connects to the address that was checked, with the name of the host', async () => {
    const url = `http://hooks.example:${receiver.port}/x`;
    expect(await post({ ...publicOnly, allowsPrivate: true }, url)).toMatchObject({ status: 200 });
    expect(receiver.received[0]).toMatchObject({
      path: '/x',
      headers: { host: `hooks.example:${receiver.port}`, 'webhook-id': 'evt_1' },
    });
  });

  it.each([
    ['an address in the URL', (port: number) => `http://127.0.0.1:${port}/`],
    ['another spelling of it', (port: number) => `http://0x7f.1:${port}/`],
    ['an IPv6 address', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['localhost', (port: number) => `http://localhost:${port}/`],
    ['a name that resolves to it', (port: number) => `http://hooks.example:${port}/`],
  ])('reaches no private address by %s', async (_, url) => {
    const posted = await post(publicOnly, url(receiver.port));
    expect(posted).toMatchObject({ status: null });
    expect(posted.problem).toMatch(/is not a public address\.$/);
    expect(receiver.received).toEqual([]);
  });

  it('refuses a name with a private address among public ones', async () => {
    const resolve = async () => ['93.184.216.34', '10.0.0.1'];
    const url = `http://hooks.example:${receiver.port}/`;
    expect((await post({ ...publicOnly, resolve }, url)).problem).toContain('not a public address');
  });

  it('keeps the start of a long answer', async () => {
    receiver.answer = () => ({ status: 500, body: 'x'.repeat(1_000_000) });
    const posted = await post({ ...publicOnly, allowsPrivate: true });
    expect(posted).toMatchObject({ status: 500, problem: 'Answered 500.' });
    expect(posted.answer).toHaveLength(4_096);
  });

  it('gives up long headers, and an answer that does not end', async () => {
    receiver.answer = () => ({ status: 200, headers: { 'x-long': 'x'.repeat(20_000) } });
    expect(await post({ ...publicOnly, allowsPrivate: true })).toMatchObject({ status: null });
    const endless = createServer((_, response) => response.writeHead(200).write('…'));
    await new Promise<void>((listening) => endless.listen(0, '127.0.0.1', listening));
    const { port } = endless.address() as AddressInfo;
    const posted = await postEvent(
      { ...publicOnly, allowsPrivate: true },
      { url: `http://127.0.0.1:${port}/`, headers: {}, body, limitMs: 50 },
    );
    expect(posted.problem).toBe('No answer within 15 seconds.');
    endless.closeAllConnections();
    endless.close();
  });

  it('ends when the service stops, and when the receiver is gone', async () => {
    receiver.answer = () => 'silence';
    const stopping = new AbortController();
    const targets = { ...publicOnly, allowsPrivate: true };
    const sent = postEvent(targets, {
      url: receiver.url,
      headers: {},
      body,
      stopping: stopping.signal,
    });
    stopping.abort();
    expect(await sent).toMatchObject({ status: null });
    const gone = await post(targets, 'http://127.0.0.1:1/');
    expect(gone.problem).toContain('ECONNREFUSED');
  });
});

describe('the address of a webhook', () => {
  it('is http or https, without credentials', () => {
    expect(parseWebhookUrl('http://example.com/x', publicOnly).href).toBe('http://example.com/x');
    for (const text of ['', 'example.com', 'ftp://example.com', 'https://a:b@example.com/']) {
      expect(() => parseWebhookUrl(text, publicOnly), text).toThrow(/^url: /);
    }
  });

  it('is https in production', () => {
    const production = { ...publicOnly, requiresHttps: true };
    expect(() => parseWebhookUrl('http://example.com/', production)).toThrow(/^url: .*https/);
    expect(parseWebhookUrl('https://example.com/', production).protocol).toBe('https:');
  });

  it('leads to public addresses', async () => {
    const resolve = async () => ['93.184.216.34', '2606:2800:220:1::1'];
    const url = new URL('https://example.com/');
    expect(await targetAddresses({ ...publicOnly, resolve }, url)).toHaveLength(2);
  });
});

it('tries again eleven times, each within a fifth of its step', () => {
  expect(attemptsMax).toBe(12);
  const spread = (attempts: number) => [
    retryDelayMs(attempts, { below: () => 0 }),
    retryDelayMs(attempts, { below: (limit) => limit - 1 }),
  ];
  expect(spread(1)).toEqual([4_000, 6_000]);
  expect(spread(11)).toEqual([19.2 * 3_600_000, 28.8 * 3_600_000]);
  expect(spread(12)).toEqual([null, null]);
});
