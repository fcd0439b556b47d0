/** Waiting for a registration, walking through lists, and following events. */
import {
  createClient,
  eachDomain,
  eachEvent,
  eachRecord,
  RegistrationFailed,
  waitUntilLive,
} from '@hostmaster/sdk';
import { contact, describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeEdge('The SDK', (service) => {
  async function connect() {
    const { apiKey } = await service.workspace();
    return createClient({ baseUrl: service.url, apiKey });
  }

  it('waits until a registration is live, or says that the registry refused it', async () => {
    const client = await connect();
    const domain = service.freshName();
    const held = service.registry.hold('create', domain);
    await client.registerDomain({ domain, contact });
    const late = waitUntilLive(client, domain, { timeoutMs: 1 });
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' });
    held.release();
    await waitUntilLive(client, domain);

    const refused = service.freshName();
    service.registry.refuse('create', refused, { nth: 1 });
    await client.registerDomain({ domain: refused, contact });
    await expect(waitUntilLive(client, refused)).rejects.toBeInstanceOf(RegistrationFailed);
  });

  it('walks through domains, records and events', async () => {
    const client = await connect();
    const domain = service.freshName();
    await client.registerDomain({ domain, contact });
    await waitUntilLive(client, domain);
    await client.createRecord({ domain, type: 'A', value: '192.0.2.1' });
    expect((await Array.fromAsync(eachDomain(client))).map(({ name }) => name)).toEqual([domain]);
    const records = await Array.fromAsync(eachRecord(client, domain));
    expect(records.map(({ value }) => value)).toEqual(['192.0.2.1']);
    const seen = await Array.fromAsync(eachEvent(client));
    expect(seen.map(({ event }) => event.type)).toContain('domain.registered');
    expect(await Array.fromAsync(eachEvent(client, { cursor: seen.at(-1)?.cursor }))).toEqual([]);
  });

  it('follows events until the caller leaves', async () => {
    const client = await connect();
    const domain = service.freshName();
    await client.registerDomain({ domain, contact });
    const types: string[] = [];
    for await (const { event } of eachEvent(client, { follow: true })) {
      types.push(event.type);
      if (event.type === 'domain.registered') break;
    }
    expect(types.at(-1)).toBe('domain.registered');
    const left = AbortSignal.abort(new Error('Left.'));
    const next = eachEvent(client, { cursor: 'latest', follow: true, signal: left }).next();
    await expect(next).rejects.toThrow('Left.');
  });
});
