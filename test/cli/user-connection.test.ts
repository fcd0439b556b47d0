/** What user commands say when the service cannot be used: what happened, and what to do. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { describeEdge } from '@hostmaster/test-rig/service';
import { afterAll, expect, it } from 'vitest';
import { BadServices, json } from './bad-services.ts';
import { Customer } from './customer.ts';
import { runProgram } from './program.ts';

const apiKey = 'hm_test_x';
const account = {
  account: { id: 'ws_1', name: 'Mine', createdAt: '2026-11-01T00:00:00.000Z' },
  credits: { balance: 12.5 },
};

const bad = new BadServices();
afterAll(() => bad.close());

describeEdge('A user command', (service) => {
  it('asks for a service and a key', async () => {
    const nowhere = new Customer({ apiKey });
    expect(await nowhere.fails('account')).toEqual({
      code: 2,
      message:
        'hostmaster: No service is chosen. Give its address with --url or HOSTMASTER_URL, or run "hostmaster login --url URL".\n',
    });
    for (const wrong of ['names.example.net', 'ftp://names.example.net', 'https://me@names.net']) {
      expect(await nowhere.fails('account', '--url', wrong), wrong).toMatchObject({ code: 2 });
    }
    const stranger = new Customer({ url: service.url });
    expect(await stranger.fails('account')).toMatchObject({
      code: 4,
      message: expect.stringContaining('You are not signed in at'),
    });
  });

  it('says that a key is revoked, or that its scope is too small', async () => {
    const workspace = await service.workspace();
    const key = await service.key(workspace);
    const customer = new Customer({ url: `${service.url}/`, apiKey: key.apiKey });
    await customer.text('account');
    await service.revoke(key.id);
    expect(await customer.fails('account')).toMatchObject({
      code: 4,
      message: expect.stringContaining('does not accept the API key'),
    });
    const { apiKey: small } = await service.key(workspace, { scope: 'dns' });
    const reader = new Customer({ url: service.url, apiKey: small });
    expect(await reader.fails('account')).toMatchObject({ code: 4 });
  });

  it('names what stands between it and the service', async () => {
    const wrong = [
      ...(await bad.failing()),
      ...(await bad.foreignPages()).map(({ url, status }) => ({
        url,
        reason: new RegExp(`answered ${status} with something that is not from Hostmaster`),
      })),
    ];
    const endings = await Promise.all(
      wrong.map(({ url }) => new Customer({ url, apiKey }).run('account')),
    );
    for (const [index, { code, stdout, stderr }] of endings.entries()) {
      expect({ code, stdout }, stderr).toEqual({ code: 5, stdout: '' });
      const said = stderr.split('\n').filter((line) => !line.startsWith('Warning: '));
      expect(said).toEqual([expect.stringMatching(wrong[index]?.reason ?? /^$/), '']);
    }
  });

  it('doubts the clock when a certificate has ended', async () => {
    const { url, certificate } = await bad.ended();
    const customer = new Customer({ url, apiKey });
    const trusted = { NODE_EXTRA_CA_CERTS: customer.file('trusted.pem', certificate) };
    const ending = await runProgram(['account'], { ...customer.environment, ...trusted });
    expect(ending).toEqual({
      code: 5,
      stdout: '',
      stderr: expect.stringMatching(
        /^hostmaster: .*certificate is not valid at this machine's time\. Check the clock here first/,
      ),
    });
  });

  it('warns of a clock that is off', async () => {
    const url = await bad.serve((_, response) => {
      response.writeHead(200, { ...json, date: new Date(Date.now() - 600_000).toUTCString() });
      response.end(JSON.stringify(account));
    });
    const { code, stdout, stderr } = await new Customer({ url, apiKey }).run('account');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('12.50 credits') });
    expect(stderr).toBe(
      'Warning: The clock of this machine is 10 minutes ahead of that of the service: set it right.\n',
    );
  });

  it('reads a stored key only from a file that others cannot read, and only for its service', async () => {
    const { apiKey: own } = await service.workspace();
    const mine = new Customer({});
    mkdirSync(`${mine.directory}/hostmaster`, { mode: 0o700 });
    const file = `${mine.directory}/hostmaster/credentials.json`;
    const key = { apiKey: own, keyId: 'key_1', workspace: 'Mine' };
    writeFileSync(
      file,
      JSON.stringify({ current: service.url, services: { [service.url]: key } }),
      { mode: 0o600 },
    );
    await mine.text('account');
    expect(await mine.fails('account', '--url', 'http://127.0.0.1:1')).toMatchObject({ code: 4 });
    chmodSync(file, 0o644);
    expect(await mine.fails('account')).toMatchObject({
      code: 2,
      message: expect.stringContaining('chmod 600'),
    });
  });
});
