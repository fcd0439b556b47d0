/** /mcp, used by the official client. */
import { requiredContact } from '@hostmaster/test-rig/contact';
import { describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';
import { connectOverHttp } from './http-client.ts';

describeEdge('/mcp', (service) => {
  const connect = (headers: Readonly<Record<string, string>>) =>
    connectOverHttp(service.url, headers);

  it('lets a key use its workspace, and no other', async () => {
    const ours = await service.workspace({ credits: '50' });
    const theirs = await service.workspace();
    const domain = await service.liveDomain(theirs.client);
    for (const headers of [
      { 'x-api-key': ours.apiKey },
      { authorization: `Bearer ${ours.apiKey}` },
    ]) {
      const client = await connect(headers);
      const account = await client.callTool({ name: 'getAccount', arguments: {} });
      expect(account.structuredContent).toMatchObject({ account: { id: ours.id } });
      const foreign = await client.callTool({ name: 'getDomain', arguments: { domain } });
      expect(foreign).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/^domain_not_found: /) }],
      });
      await client.close();
    }
    const { apiKey } = await service.key(ours, { scope: 'read' });
    const reader = await connect({ 'x-api-key': apiKey });
    const refused = await reader.callTool({
      name: 'renewDomain',
      arguments: { domain, maxCredits: 100 },
    });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^forbidden: /) }],
    });
    await reader.close();
  });

  it('registers a name under a spending cap, and is refused above it', async () => {
    const owner = await member(service, { credits: '100' });
    const { apiKey } = await owner.page.call('createApiKey', {
      ...owner.inside,
      name: 'Agent',
      cap: 20,
    });
    const client = await connect({ 'x-api-key': apiKey });
    const register = (domain: string) =>
      client.callTool({
        name: 'registerDomain',
        arguments: { domain, contact: requiredContact, maxCredits: 12 },
      });
    const first = service.freshName();
    expect(await register(first)).toMatchObject({
      structuredContent: { domain: { name: first, creditsCharged: 12 } },
    });
    const second = service.freshName();
    expect(await register(second)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^spending_cap: .* of which 8 are left\./) }],
    });
    const account = await client.callTool({ name: 'getAccount', arguments: {} });
    expect(account.structuredContent).toMatchObject({ credits: { balance: 88 } });
    const { tools } = await client.listTools();
    expect(tools.filter(({ name }) => /cap/i.test(name))).toEqual([]);
    await client.close();
  });

  it('does not answer more than an assistant can read', async () => {
    const workspace = await service.workspace({ credits: '50' });
    const domain = await service.liveDomain(workspace.client);
    const value = 'x'.repeat(3_900);
    for (let batch = 0; batch < 3; batch += 1) {
      const creates = Array.from({ length: 100 }, (_, index) => ({
        type: 'TXT' as const,
        name: `t${batch}-${index}`,
        value,
      }));
      await workspace.client.call('changeRecords', { domain, creates });
    }
    const client = await connect({ 'x-api-key': workspace.apiKey });
    const whole = await client.callTool({ name: 'listRecords', arguments: { domain } });
    expect(whole).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('too large for a tool') }],
    });
    const account = await client.callTool({ name: 'getAccount', arguments: {} });
    expect(account.structuredContent).toMatchObject({ account: { id: workspace.id } });
    await client.close();
  });

  it('takes no more than an assistant can write', async () => {
    const { apiKey } = await service.workspace();
    const send = (length: number) =>
      fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: {
          'x-api-key': apiKey,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'checkDomain', arguments: { domain: 'x'.repeat(length) } },
        }),
      });
    expect((await send(250_000)).status).toBe(200);
    const refused = await send(263_000);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({ code: 'body_too_large' });
  });

  it('answers only with a key, and every message with an end', async () => {
    const { apiKey } = await service.workspace();
    const send = (init: RequestInit) => fetch(`${service.url}/mcp`, { method: 'POST', ...init });
    for (const headers of [{}, { 'x-api-key': 'hm_test_x' }, { authorization: 'Bearer x' }]) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        expect((await send({ headers, method })).status).toBe(401);
      }
    }
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    expect((await send({ headers, method: 'GET' })).status).toBe(405);
    const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} };
    expect((await send({ headers, body: JSON.stringify(listen) })).status).toBe(400);
    const twice = JSON.stringify([listen, listen]);
    expect((await send({ headers, body: twice })).status).toBe(400);
    for (const body of ['', '{', 'null', '7', '[]', '{}', '{"jsonrpc":"2.0"}']) {
      const { status } = await send({ headers, body });
      expect(status, body).toBeGreaterThanOrEqual(200);
      expect(status, body).toBeLessThan(500);
    }
    const params = { name: 'x'.repeat(250_000), arguments: {} };
    const unknown = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const accept = 'application/json, text/event-stream';
    const answer = await send({ headers: { ...headers, accept }, body: unknown });
    const text = await answer.text();
    expect(text).toContain('There is no tool xxx');
    expect(text.length).toBeLessThan(1_000);
  });
});
