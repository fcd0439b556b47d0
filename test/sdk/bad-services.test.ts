/** What the SDK says when the service cannot be used: what happened, and what to do. */
import { ConnectionError, createClient, HostmasterError } from '@hostmaster/sdk';
import { describeEdge } from '@hostmaster/test-rig/service';
import { afterAll, expect, it } from 'vitest';
import { BadServices } from '../cli/bad-services.ts';

const bad = new BadServices();
afterAll(() => bad.close());

describeEdge('The SDK', (service) => {
  const ask = async (baseUrl: string, apiKey = 'hm_test_x') => {
    // A page follows redirects; a program of a server must not carry its key elsewhere.
    const fetch: typeof globalThis.fetch = (url, init) =>
      globalThis.fetch(url, { ...init, redirect: 'error' });
    const client = createClient({ baseUrl, apiKey, fetch, retries: 0 });
    return client.getAccount().catch((error: unknown) => error);
  };

  it('names what stands between it and the service', async () => {
    for (const { url, reason } of await bad.failing()) {
      const error = await ask(url);
      expect(error, url).toBeInstanceOf(ConnectionError);
      const said = String(reason).includes('redirects') ? /redirect/ : reason;
      expect((error as Error).message).toMatch(said);
      expect((error as Error).message).toContain(`Cannot use ${url}: `);
    }
    for (const { url, status } of await bad.foreignPages()) {
      const error = await ask(url);
      expect(error, url).toBeInstanceOf(HostmasterError);
      expect((error as Error).message).toMatch(
        new RegExp(`answered, with status ${status}, such as a proxy.*Check the address`),
      );
    }
  });

  it('says that a key is revoked', async () => {
    const workspace = await service.workspace();
    const key = await service.key(workspace);
    await service.revoke(key.id);
    expect(await ask(service.url, key.apiKey)).toMatchObject({
      status: 401,
      code: 'unauthorized',
      message: 'Send a valid API key in the x-api-key header.',
    });
  });
});
