/**
 * Only what npm installs: the packed command line and SDK against a service, from signing in to the
 * events; the SDK on each runtime that it promises; and an agent with a spending cap.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { requiredContact } from '@hostmaster/test-rig/contact';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { describeEdge, until } from '@hostmaster/test-rig/service';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, it } from 'vitest';
import { startProcess } from '../cli/program.ts';
import { member } from '../dashboard-api/people.ts';
import { environmentWith, npm, run, tarballs } from './installation.ts';

const bin = dirname(process.execPath);
/** The platform packages have the programs inside, without a script that fetches them. */
const runtimes = ['@deno/linux-x64-glibc@2.9.6', '@oven/bun-linux-x64@1.4.4'];

describeEdge('the packed clients', (service) => {
  let folder = '';
  let program = '';

  beforeAll(async () => {
    folder = (await createTestDirectory()).path;
    program = join(folder, 'node_modules/hostmaster/bin/hostmaster.js');
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}\n');
    await npm(folder, bin, 'install', '--no-audit', '--no-fund', ...tarballs());
  });

  it('sign in, register, apply a file, wait until it is served, and tail events', async () => {
    const { page, inside } = await member(service, { credits: '100' });
    const home = join(folder, 'home');
    await mkdir(home);
    const environment = environmentWith(bin, { XDG_CONFIG_HOME: home });
    const cli = async (...args: readonly string[]) =>
      (await run('node', [program, ...args], { cwd: folder, env: environment })).stdout;

    const login = await startProcess(['login', '--url', service.url], environment, program);
    await until('the address is shown', () => login.errors().includes('shows the code'));
    const [, query = ''] = /\/dashboard\/connect\?(\S+)\n/.exec(login.errors()) ?? [];
    const search = new URLSearchParams(query);
    await page.call('approveCommandLine', {
      ...inside,
      challenge: search.get('challenge') ?? '',
      startedAt: search.get('at') ?? '',
      name: 'Laptop',
    });
    expect(await login.ended).toMatchObject({ code: 0 });

    const domain = service.freshName();
    await writeFile(join(folder, 'me.json'), JSON.stringify(requiredContact));
    const register = ['domains', 'register', domain, '--contact', 'me.json'];
    expect(await cli(...register, '--max-credits', '12')).toContain('is registered until');
    const zone = `domain: ${domain}\nrecords:\n  - { name: www, type: A, value: 192.0.2.7 }\n`;
    await writeFile(join(folder, 'zone.yaml'), zone);
    expect(await cli('dns', 'apply', 'zone.yaml', '--yes')).toContain('+ www 3600 A 192.0.2.7');
    expect(await cli('dns', 'wait', domain)).toMatch(/has serial \d+/);
    const tail = await startProcess(
      ['events', 'tail', '--cursor', 'start', '--json'],
      environment,
      program,
    );
    await until('the change is printed', () => tail.output().includes('dns.changed'));
    expect(await tail.stop()).toMatchObject({ code: 130 });
    expect(tail.output()).toContain('domain.registered');
    expect(await cli('logout')).toMatch(/^Revoked the key/);
  });

  it('let an agent buy up to its cap over the Model Context Protocol', async () => {
    const owner = await member(service, { credits: '100' });
    await service.liveDomain(owner.workspace.client);
    const cap = { ...owner.inside, name: 'Agent', cap: 20 };
    const { apiKey } = await owner.page.call('createApiKey', cap);
    const connection = { HOSTMASTER_URL: service.url, HOSTMASTER_API_KEY: apiKey };
    const client = new Client({ name: 'test', version: '1' });
    const args = [program, 'mcp'];
    const env = environmentWith(bin, connection);
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
    const register = (domain: string) =>
      client.callTool({
        name: 'registerDomain',
        arguments: { domain, contact: requiredContact, maxCredits: 12 },
      });
    const second = service.freshName();
    expect(await register(second)).toMatchObject({
      structuredContent: { domain: { name: second } },
    });
    expect(await register(service.freshName())).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^spending_cap: /) }],
    });
    await client.close();
    const { domains } = await owner.workspace.client.call('listDomains', {});
    expect(domains).toHaveLength(2);
  });

  it('run on Node, Deno and Bun', async () => {
    const place = join(folder, 'runtimes');
    await mkdir(place);
    await writeFile(join(place, 'package.json'), '{"private":true}\n');
    await npm(place, bin, 'install', '--no-save', '--ignore-scripts', '--no-audit', ...runtimes);
    await writeFile(join(folder, 'use.js'), consumer);
    const modules = join(place, 'node_modules');
    const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
      node: [process.execPath],
      deno: [join(modules, '@deno/linux-x64-glibc/deno'), 'run', '--allow-all'],
      bun: [join(modules, '@oven/bun-linux-x64/bin/bun'), 'run'],
    };
    for (const [name, [command, ...args]] of Object.entries(programs)) {
      const { apiKey } = await service.workspace();
      const domain = service.freshName();
      const contact = JSON.stringify(requiredContact);
      const more = { API_URL: service.url, API_KEY: apiKey, DOMAIN: domain, CONTACT: contact };
      const env = environmentWith(bin, more);
      const { stdout } = await run(command, [...args, 'use.js'], { cwd: folder, env });
      expect(stdout.trim().split('\n'), name).toEqual([
        'domain_not_found',
        `${domain} is live`,
        'A 192.0.2.1',
        'domain.registered',
        'ConnectionError',
        'WebhookVerificationError',
      ]);
    }
  });
});

const consumer = `
import process from 'node:process';
import {
  createClient, eachEvent, eachRecord, verifyWebhook, waitUntilLive, waitUntilServed,
} from '@hostmaster/sdk';

const { API_URL: baseUrl, API_KEY: apiKey, DOMAIN: domain, CONTACT } = process.env;
const client = createClient({ baseUrl, apiKey });
await client.getDomain({ domain }).catch((error) => console.log(error.code));
await client.registerDomain({ domain, contact: JSON.parse(CONTACT) });
await waitUntilLive(client, domain);
console.log(domain, 'is live');
await client.createRecord({ domain, type: 'A', value: '192.0.2.1' });
await waitUntilServed(client, domain);
for await (const { type, value } of eachRecord(client, domain)) console.log(type, value);
for await (const { event } of eachEvent(client)) {
  if (event.type === 'domain.registered') console.log(event.type);
}
const nowhere = createClient({ baseUrl: 'http://127.0.0.1:2', apiKey, retries: 0 });
await nowhere.getAccount().catch((error) => console.log(error.name));
await verifyWebhook({
  body: '{}',
  headers: {
    'webhook-id': 'x',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,AAAA',
  },
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
}).catch((error) => console.log(error.name));
`;
