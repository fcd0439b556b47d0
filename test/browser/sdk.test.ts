/** The SDK in a page and in a worker of a browser, behind a proxy that gives page and API one origin. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleSdk } from '../sdk/bundle-sdk.ts';
import { describeDashboard } from './browser.ts';

const html = 'text/html; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** What page and worker do alike. */
const use = `
import {
  ConnectionError, createClient, eachEvent, eachRecord, HostmasterError, verifyWebhook,
  waitUntilLive, waitUntilServed,
} from './sdk.js';

export async function use({ apiKey, domain, contact }) {
  const client = createClient({ baseUrl: location.origin, apiKey });
  const seen = [];
  await client.getDomain({ domain }).catch((error) => {
    if (error instanceof HostmasterError) seen.push(error.code);
  });
  await client.registerDomain({ domain, contact });
  await waitUntilLive(client, domain);
  await client.createRecord({ domain, type: 'A', value: '192.0.2.1' });
  await waitUntilServed(client, domain);
  for await (const { type, value } of eachRecord(client, domain)) seen.push(type + ' ' + value);
  for await (const { event } of eachEvent(client)) {
    if (event.type === 'domain.registered') seen.push(event.type);
  }
  const cut = () => Promise.reject(new TypeError('Failed to fetch'));
  const nowhere = createClient({ baseUrl: location.origin, apiKey, retries: 0, fetch: cut });
  await nowhere.getAccount().catch((error) => {
    if (error instanceof ConnectionError) seen.push(error.message.replace(location.origin, 'URL'));
  });
  await verifyWebhook({
    body: '{}',
    headers: new Headers({
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    }),
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  }).catch((error) => seen.push(error.name));
  return seen;
}
`;

const worker = `
import { use } from './use.js';
onmessage = async ({ data }) => postMessage(await use(data).catch((error) => [String(error)]));
`;

const page = `<!doctype html><html lang="en"><title>SDK</title>
<script type="module">
import { use } from './use.js';
const inWorker = (input) => new Promise((resolve) => {
  const worker = new Worker('./worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve([message]);
  worker.postMessage(input);
});
globalThis.places = { page: use, worker: inWorker };
</script></html>`;

describeDashboard('The SDK in a browser', (dashboard) => {
  const { service } = dashboard;
  const files = new Map([
    ['/', { type: html, text: page }],
    ['/use.js', { type: javascript, text: use }],
    ['/worker.js', { type: javascript, text: worker }],
  ]);
  const proxy = createServer(async (request, response) => {
    const { url = '/', method = 'GET', headers } = request;
    const file = files.get(url);
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': file.type }).end(file.text);
      return;
    }
    const body = await buffer(request);
    const answer = await fetch(new URL(url, service.url), {
      method,
      headers: {
        'x-api-key': String(headers['x-api-key']),
        ...(body.length === 0 ? {} : { 'content-type': String(headers['content-type']) }),
      },
      ...(body.length === 0 ? {} : { body }),
    });
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.text());
  });

  beforeAll(async () => {
    files.set('/sdk.js', { type: javascript, text: (await bundleSdk()).code });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => proxy.close(resolve)));

  it.each(['page', 'worker'])('works in a %s', async (place) => {
    const { apiKey } = await service.workspace();
    const { page: tab } = await dashboard.newVisitor();
    await tab.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`);
    await expect.poll(() => tab.evaluate('typeof places')).toBe('object');
    const input = { apiKey, domain: service.freshName(), contact };
    const seen = await tab.evaluate(`places.${place}(${JSON.stringify(input)})`);
    expect(seen).toEqual([
      'domain_not_found',
      'A 192.0.2.1',
      'domain.registered',
      'Cannot use URL: Failed to fetch.',
      'WebhookVerificationError',
    ]);
  });

  it('is for pages of the same origin: others get no permission', async () => {
    const { apiKey } = await service.workspace();
    const origin = 'https://elsewhere.example';
    const asked = await fetch(`${service.url}/v1/account`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    const sent = await fetch(`${service.url}/v1/account`, {
      headers: { origin, 'x-api-key': apiKey },
    });
    expect(sent.status).toBe(200);
    for (const { headers } of [asked, sent]) {
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
