/** What hostmaster mcp says to an assistant when the service cannot be used, and to a person about clocks. */

import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { programEnvironment } from '@hostmaster/test-rig/program-environment';
import { describeEdge } from '@hostmaster/test-rig/service';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, it } from 'vitest';
import { BadServices, json } from '../cli/bad-services.ts';
import { Customer } from '../cli/customer.ts';
import { binary } from '../cli/program.ts';

const bad = new BadServices();
afterAll(() => bad.close());

describeEdge('hostmaster mcp', (service) => {
  /** What a tool answers, and what was printed on standard error. */
  async function ask(url: string, apiKey = 'hm_test_x') {
    const { environment } = new Customer({ url, apiKey });
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [binary, 'mcp'],
      env: { ...(await programEnvironment()), ...environment },
      stderr: 'pipe',
    });
    const errors = text(transport.stderr as Readable);
    await client.connect(transport);
    const answer = (await client.callTool({ name: 'getAccount', arguments: {} })) as CallToolResult;
    await client.close();
    const [content] = answer.content;
    return { answer, said: content?.type === 'text' ? content.text : '', errors: await errors };
  }

  it('names what stands between it and the service, and what a revoked key is', async () => {
    const pages = (await bad.foreignPages()).map(({ url, status }) => ({
      url,
      reason: new RegExp(`answered, with status ${status}, such as a proxy`),
    }));
    const wrong = [...(await bad.failing()), ...pages];
    const endings = await Promise.all(wrong.map(({ url }) => ask(url)));
    for (const [index, { answer, said }] of endings.entries()) {
      expect(answer.isError, wrong[index]?.url).toBe(true);
      expect(said).toMatch(wrong[index]?.reason ?? /^$/);
    }
    const key = await service.key(await service.workspace());
    await service.revoke(key.id);
    const { said } = await ask(service.url, key.apiKey);
    expect(said).toMatch(/^unauthorized: .*Send exactly one valid key/);
  });

  it('warns once of a clock that is off', async () => {
    const account = {
      account: { id: 'ws_1', name: 'Mine', createdAt: '' },
      credits: { balance: 1 },
    };
    const url = await bad.serve((_, response) => {
      response.writeHead(200, { ...json, date: new Date(Date.now() - 600_000).toUTCString() });
      response.end(JSON.stringify(account));
    });
    const { answer, errors } = await ask(url);
    expect(answer.structuredContent).toEqual(account);
    expect(errors).toBe(
      'Warning: The clock of this machine is 10 minutes ahead of that of the service: set it right.\n',
    );
  });
});
