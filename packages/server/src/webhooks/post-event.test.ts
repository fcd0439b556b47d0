import { WebhookReceiver } from '@hostmaster/test-rig/webhook-receiver';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postEvent } from './post-event.ts';
import { attemptsMax, retryDelayMs } from './retry-delay.ts';
import { parseWebhookUrl, targetHost, type WebhookTargets } from './webhook-target.ts';

const publicOnly: WebhookTargets = {
  allowsPrivate: false,
  requiresHttps: false,
  lookupMs: 40,
  resolve: async () => ['127.0.0.1'],
};
const stopping = new AbortController().signal;
const nowhere = { status: null, problem: 'The host has no public address.', durationMs: 0 };
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
    postEvent(targets, { url, headers: { 'webhook-id': 'evt_1' }, body, limitMs: 2_000, stopping });

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
    expect(await post(publicOnly, url(receiver.port))).toMatchObject(nowhere);
    expect(receiver.received).toEqual([]);
  });

  it('refuses a name with a private address among public ones', async () => {
    const resolve = async () => ['93.184.216.34', '10.0.0.1'];
    const url = `http://hooks.example:${receiver.port}/`;
    expect(await post({ ...publicOnly, resolve }, url)).toMatchObject(nowhere);
  });

  it.each([
    ['is private', async () => ['10.0.0.1']],
    ['does not exist', () => Promise.reject(new Error('ENOTFOUND'))],
    ['is never answered', () => new Promise<never>(() => {})],
  ])('shows neither by words nor by time that a name %s', async (_, resolve) => {
    const startedAt = performance.now();
    expect(await post({ ...publicOnly, resolve }, 'http://db.corp.example/')).toMatchObject(
      nowhere,
    );
    // Timers may be a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(39);
  });

  it('keeps the start of a long answer', async () => {
    receiver.answer = () => ({ status: 500, body: 'x'.repeat(1_000_000) });
    const posted = await post({ ...publicOnly, allowsPrivate: true });
    expect(posted).toMatchObject({ status: 500, problem: 'Answered 500.' });
    expect(posted.answer).toHaveLength(4_096);
  });

  it('ends when the service stops, and when the receiver is gone', async () => {
    receiver.answer = () => 'silence';
    const stop = new AbortController();
    const targets = { ...publicOnly, allowsPrivate: true };
    const sent = postEvent(targets, {
      url: receiver.url,
      headers: {},
      body,
      stopping: stop.signal,
    });
    stop.abort();
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

  it.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://192.88.99.1/',
    'http://[::1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[5f00::1]/',
    'http://localhost/',
    'http://app.localhost./',
    'http://intranet/',
    'http://printer.local/',
    'http://db.internal/',
    'http://nas.home.arpa/',
  ])('is refused without a lookup when it is %s', (text) => {
    const resolve = () => Promise.reject(new Error('must not be asked'));
    expect(() => parseWebhookUrl(text, { ...publicOnly, resolve })).toThrow(
      'url: must lead to a public address',
    );
    expect(parseWebhookUrl(text, { ...publicOnly, allowsPrivate: true }).href).toBeDefined();
  });

  it('belongs to the registrable domain of its host, or to its address', () => {
    expect(targetHost('https://a.b.example.co.uk:8443/x')).toBe('example.co.uk');
    expect(targetHost('https://one.herokuapp.com/')).toBe('one.herokuapp.com');
    expect(targetHost('https://9.9.9.9:1/')).toBe('9.9.9.9');
    expect(targetHost('https://[2606:2800::1]/')).toBe('2606:2800::1');
    expect(targetHost('http://intranet/')).toBe('intranet');
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
