/** hostmaster api: any endpoint by its name. test/docs/api-examples.test.ts calls each of them. */
import { contact, describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { Customer } from './customer.ts';

describeEdge('hostmaster api', (service) => {
  it('prints the answer of an endpoint, and refuses what is no request', async () => {
    const { apiKey, client } = await service.workspace({ credits: '100' });
    const customer = new Customer({ url: service.url, apiKey });
    const domain = await service.liveDomain(client);
    const { stdout } = await customer.run('api', 'getDomain', JSON.stringify({ domain }));
    expect(JSON.parse(stdout)).toEqual(await client.call('getDomain', { domain }));
    expect(await customer.json('api', 'getAccount')).toEqual(await client.call('getAccount', {}));
    for (const wrong of [
      ['getNothing'],
      ['toString'],
      ['getDomain', '{"domain":'],
      ['getDomain', '[]'],
      ['getDomain', 'null'],
      ['getDomain'],
      ['registerDomain', JSON.stringify({ domain: service.freshName(), contact })],
    ]) {
      expect(await customer.fails('api', ...wrong), wrong.join(' ')).toMatchObject({ code: 2 });
    }
    expect((await client.call('getAccount', {})).credits.balance).toBe(88);
    const missing = JSON.stringify({ domain: 'not-mine.com' });
    expect(await customer.fails('api', 'getDomain', missing)).toMatchObject({ code: 3 });
  });
});
