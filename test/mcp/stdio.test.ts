/** hostmaster mcp, used by the official client. */
import { type Endpoint, endpoints } from '@hostmaster/contract';
import { programEnvironment } from '@hostmaster/test-rig/program-environment';
import { contact, describeEdge } from '@hostmaster/test-rig/service';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, expect, it } from 'vitest';
import { Customer } from '../cli/customer.ts';
import { binary } from '../cli/program.ts';

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

describeEdge('hostmaster mcp', (service) => {
  async function connect(
    options: { args?: readonly string[]; consent?: (message: string) => boolean } = {},
  ) {
    const { apiKey } = await service.workspace({ credits: '100' });
    const { environment } = new Customer({ url: service.url, apiKey });
    const { consent } = options;
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: consent === undefined ? {} : { elicitation: {} } },
    );
    if (consent !== undefined) {
      client.setRequestHandler('elicitation/create', ({ params }) => ({
        action: 'accept',
        content: { agree: consent(params.message) },
      }));
    }
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [binary, 'mcp', ...(options.args ?? [])],
      env: { ...(await programEnvironment()), ...environment },
    });
    await client.connect(transport);
    open.push(client);
    return client;
  }

  it('has a tool for each endpoint that answers with JSON, which answers with structured results', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    const withJson = Object.entries<Endpoint>(endpoints)
      .filter(([, { mediaType }]) => mediaType === undefined)
      .map(([name]) => name);
    expect(tools.map(({ name }) => name).sort()).toEqual(withJson.sort());
    expect(withJson).not.toContain('downloadReceipt');
    for (const tool of tools) {
      expect(tool.outputSchema, tool.name).toMatchObject({ type: 'object' });
      expect(tool.annotations, tool.name).toMatchObject({ readOnlyHint: expect.any(Boolean) });
    }
    const { structuredContent } = await client.callTool({ name: 'getAccount', arguments: {} });
    expect(structuredContent).toMatchObject({ credits: { balance: 100 } });
    const refused = await client.callTool({ name: 'getDomain', arguments: { domain: 'x.com' } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^domain_not_found: /) }],
    });
  });

  it('buys at a quoted price only, and asks a person where the client can', async () => {
    const asked: string[] = [];
    let isAgreed = false;
    const client = await connect({
      consent: (message) => {
        asked.push(message);
        return isAgreed;
      },
    });
    const domain = service.freshName();
    const register = (input: object) =>
      client.callTool({ name: 'registerDomain', arguments: { domain, contact, ...input } });
    expect(await register({})).toMatchObject({
      isError: true,
      content: [{ text: 'maxCredits is missing.' }],
    });
    expect(await register({ maxCredits: 12 })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('did not agree') }],
    });
    isAgreed = true;
    expect(await register({ maxCredits: 11 })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^price_changed: /) }],
    });
    expect(await register({ maxCredits: 12 })).toMatchObject({
      structuredContent: { domain: { name: domain, creditsCharged: 12 } },
    });
    expect(asked).toHaveLength(3);
    expect(asked[0]).toContain(domain);
  });

  it('--read-only has no tool that changes anything', async () => {
    const client = await connect({ args: ['--read-only'] });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('quoteDomains');
    for (const { annotations, name } of tools) expect(annotations?.readOnlyHint, name).toBe(true);
    const refused = await client.callTool({ name: 'registerDomain', arguments: {} });
    expect(refused).toMatchObject({ isError: true });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['review_expiry', 'explain_changes']);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['hostmaster://events']);
  });
});
