/** Zones and events as resources, and prompts for common work, over /mcp with the official client. */
import { endpoints } from '@hostmaster/contract';
import { describeEdge } from '@hostmaster/test-rig/service';
import type { Client } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { connectOverHttp } from './http-client.ts';

describeEdge('Resources and prompts of /mcp', (service) => {
  async function connect() {
    const workspace = await service.workspace();
    const client = await connectOverHttp(service.url, { 'x-api-key': workspace.apiKey });
    return { workspace, client };
  }

  async function read(client: Client, uri: string): Promise<unknown> {
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType: 'application/json' }]);
    const [content] = contents;
    return JSON.parse(content !== undefined && 'text' in content ? content.text : '');
  }

  it('lists the zones of the workspace and reads their records', async () => {
    const { workspace, client } = await connect();
    const domain = await service.liveDomain(workspace.client);
    await workspace.client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'hostmaster://events',
      `hostmaster://zones/${domain}`,
    ]);
    expect(await read(client, `hostmaster://zones/${domain}`)).toMatchObject({
      domain: { name: domain, nameservers: expect.any(Array) },
      records: [{ type: 'A', value: '192.0.2.1' }],
    });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'hostmaster://zones/{domain}',
      'hostmaster://events/{cursor}',
    ]);
    await client.close();
  });

  it('reads events page by page', async () => {
    const { workspace, client } = await connect();
    await service.liveDomain(workspace.client);
    const first = (await read(client, 'hostmaster://events')) as {
      events: { type: string }[];
      cursor: string;
    };
    expect(first.events.map(({ type }) => type)).toContain('domain.registered');
    const next = await read(client, `hostmaster://events/${encodeURIComponent(first.cursor)}`);
    expect(next).toMatchObject({ events: [] });
    await client.close();
  });

  it('knows nothing of other workspaces, nor what is no resource', async () => {
    const theirs = await service.workspace();
    const domain = await service.liveDomain(theirs.client);
    const { client } = await connect();
    for (const uri of [
      `hostmaster://zones/${domain}`,
      'hostmaster://zones/%zz',
      'hostmaster://zones',
      'hostmaster://keys/1',
      'https://example.com/',
      `hostmaster://zones/${'x'.repeat(2_000)}`,
    ]) {
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602 });
    }
    const wrong = client.readResource({ uri: 'hostmaster://events/wrong' });
    await expect(wrong).rejects.toThrow(/^(?:.*: )?(invalid_request|cursor_expired): /);
    expect((await client.listResources()).resources).toHaveLength(1);
    await client.close();
  });

  it('offers prompts that name tools which exist, and refuses fields that are missing or long', async () => {
    const { client } = await connect();
    const { prompts } = await client.listPrompts();
    expect(prompts).toHaveLength(5);
    for (const { name, arguments: fields = [] } of prompts) {
      const input = Object.fromEntries(fields.map((field) => [field.name, `<${field.name}>`]));
      const { messages } = await client.getPrompt({ name, arguments: input });
      const text = messages[0]?.content.type === 'text' ? messages[0].content.text : '';
      for (const value of Object.values(input)) expect(text, name).toContain(value);
      const named = text.match(/\b(?:[a-z]+[A-Z]\w+)\b/g) ?? [];
      const inputs = ['maxCredits', 'pendingFulfillment', 'dryRun'];
      const tools = named.filter((word) => !inputs.includes(word));
      expect(tools.length, name).toBeGreaterThan(1);
      for (const tool of tools) expect(Object.keys(endpoints), name).toContain(tool);
      await expect(client.getPrompt({ name })).rejects.toThrow('is missing');
      const long = Object.fromEntries(fields.map((field) => [field.name, 'x'.repeat(301)]));
      await expect(client.getPrompt({ name, arguments: long })).rejects.toThrow('is longer than');
    }
    await expect(client.getPrompt({ name: 'toString' })).rejects.toThrow('no such prompt');
    await client.close();
  });
});
