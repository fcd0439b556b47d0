/** Fields and query parameters that the contract does not know, at every endpoint. */
import { type Endpoint, type EndpointName, endpoints, isSpecified } from '@hostmaster/contract';
import { scopeOfAct } from '@hostmaster/contract/roles';
import type { Answer, ApiClient } from '@hostmaster/test-rig/api-client';
import { contact, describeService, type TestService } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';

const additions = (Object.keys(endpoints) as EndpointName[]).filter((name) => !isSpecified(name));

const ignored = (answer: Answer) => answer.headers['x-ignored-fields'];

async function customer(service: TestService, name?: EndpointName) {
  const workspace = await service.workspace();
  const domain = service.freshName('unknown');
  await workspace.client.call('registerDomain', { domain, contact });
  const need = name === undefined ? 'all' : scopeOfAct(endpoints[name].act);
  const scope = need === 'any' ? 'read' : need;
  const { client } = await service.key(workspace, { scope });
  return { client, domain };
}

/** The request with one more field in its body, or in its query. */
function withField(
  client: ApiClient,
  { name, domain, where }: { name: EndpointName; domain: string; where: 'query' | 'body' },
): Promise<Answer> {
  const { method, path }: Endpoint = endpoints[name];
  const filled = path.replace('{domain}', domain).replaceAll(/\{\w+\}/g, 'x');
  return where === 'query'
    ? client.send(method, `${filled}?colour=red`)
    : client.send(method, filled, { json: { colour: 'red' } });
}

describeService('unknown fields', (service) => {
  describe.each(additions)('%s', (name) => {
    it('refuses a query parameter that it does not know, before it looks for anything', async () => {
      const { client, domain } = await customer(service, name);
      const answer = await withField(client, { name, domain, where: 'query' });
      expect(answer.status, answer.text).toBe(400);
      const { fields } = answer.body as { fields: readonly { path: string }[] };
      const { body }: Endpoint = endpoints[name];
      // A missing body is reported first.
      if (body === undefined) expect(fields.map(({ path }) => path)).toContain('colour');
    });

    const { method }: Endpoint = endpoints[name];
    it(`${method === 'GET' || method === 'DELETE' ? 'reads no body' : 'refuses a field of the body that it does not know'}`, async () => {
      const { client, domain } = await customer(service, name);
      const answer = await withField(client, { name, domain, where: 'body' });
      if (method === 'GET' || method === 'DELETE') {
        expect(answer.text).not.toContain('colour');
        return;
      }
      expect(answer.status, answer.text).toBe(400);
      const { fields } = answer.body as { fields: readonly { path: string }[] };
      expect(fields.map(({ path }) => path)).toContain('colour');
    });
  });

  it('are refused inside lists and objects too, together with what else is wrong', async () => {
    const { client, domain } = await customer(service);
    const batch = await client.send('POST', `/v1/domains/${domain}/dns/batch`, {
      json: { creates: [{ type: 'A', value: '192.0.2.1', tll: 60 }, { type: 'A' }] },
    });
    expect(batch.body).toMatchObject({
      code: 'invalid_request',
      fields: [
        { path: 'creates[0].tll', message: 'is not a known field or parameter' },
        { path: 'creates[1].value', message: 'is required' },
      ],
    });
    const replaced = await client.send('PUT', `/v1/domains/${domain}/contact`, {
      json: { contact: { ...contact, fax: '+1.5551234' } },
    });
    expect(replaced.body).toMatchObject({ fields: [{ path: 'contact.fax' }] });
  });

  it('are refused with a bounded name', async () => {
    const { client } = await service.workspace();
    for (const name of ['', 'x'.repeat(10_000), '\ud800']) {
      const answer = await client.send('POST', '/v1/webhooks', {
        json: { url: 'https://example.com/', [name]: 1 },
      });
      expect(answer.status).toBe(400);
      expect(answer.text.length).toBeLessThan(400);
      const [field] = (answer.body as { fields: { path: string }[] }).fields;
      expect(field?.path.length).toBeGreaterThan(0);
    }
  });

  describe('of the specification', () => {
    it('are ignored and named', async () => {
      const { client } = await service.workspace();
      const domain = service.freshName('ignored');
      const answer = await client.send('POST', '/v1/domains?dry=1', {
        json: { domain, contact: { ...contact, fax: '1' }, maxCredit: 1 },
      });
      expect(answer.status).toBe(200);
      expect(ignored(answer)).toBe('dry, contact.fax, maxCredit');
      const read = await client.send('GET', '/v1/account?verbose=true');
      expect(read.status).toBe(200);
      expect(ignored(read)).toBe('verbose');
    });

    it('are named by refusals', async () => {
      const { client, domain } = await customer(service);
      const answer = await client.send('POST', `/v1/domains/${domain}/dns`, {
        json: { type: 'A', valeu: '192.0.2.1' },
      });
      expect(answer.status).toBe(400);
      expect(ignored(answer)).toBe('valeu');
    });

    it('are not spoken of when there are none', async () => {
      const { client, domain } = await customer(service);
      for (const answer of [
        await client.send('GET', '/v1/domains'),
        await client.send('POST', `/v1/domains/${domain}/renew`, { json: { maxCredits: 100 } }),
        await client.send('PATCH', `/v1/domains/${domain}`, { json: { autoRenew: true } }),
      ]) {
        expect(answer.status).toBe(200);
        expect(answer.headers).not.toHaveProperty('x-ignored-fields');
      }
    });

    it('are named at most ten, escaped and cut', async () => {
      const { client } = await service.workspace();
      const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`field${n}`, n]));
      const answer = await client.send('POST', '/v1/domains/check', {
        json: { domain: 'example.com', ...many },
      });
      expect(answer.status).toBe(200);
      expect(ignored(answer)?.toString().split(', ')).toHaveLength(10);
      const strange = await client.send('POST', '/v1/domains/check', {
        json: { domain: 'example.com', 'a, b\r\nset-cookie: x': 1, é: 1, '\ud800': 1, '': 1 },
      });
      expect(strange.status).toBe(200);
      expect(strange.headers).not.toHaveProperty('set-cookie');
      expect(ignored(strange)).toBe('a%2C%20b%0D%0Aset-cookie%3A%20x, %C3%A9, %EF%BF%BD, %22%22');
      const long = await client.send('POST', '/v1/domains/check', {
        json: { domain: 'example.com', ['長'.repeat(10_000)]: 1 },
      });
      expect(ignored(long)?.length).toBeLessThan(1_000);
    });
  });
});
