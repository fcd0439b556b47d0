/** Signing in from a terminal: approved in the dashboard, once, by a person with the password. */
import { hash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { loginCode } from '@hostmaster/contract/login-code';
import { describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';
import { Customer } from './customer.ts';
import { startProcess } from './program.ts';

describeService('hostmaster login', (service) => {
  const ask = async (secret: unknown) => {
    const answer = await fetch(`${service.url}/dashboard/command-line`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const newLogin = () => {
    const secret = randomBytes(32).toString('base64url');
    return { secret, challenge: hash('sha256', secret, 'hex') };
  };
  const now = () => new Date().toISOString();

  it('stores the key that a person has approved, with mode 600', async () => {
    const { page, inside, workspace } = await member(service);
    const customer = new Customer({});
    const running = await startProcess(['login', '--url', service.url], customer.environment);
    await until('the address is shown', () => running.errors().includes('shows the code'));
    const [, query = ''] = /\/dashboard\/connect\?(\S+)\n/.exec(running.errors()) ?? [];
    const search = new URLSearchParams(query);
    const challenge = search.get('challenge') ?? '';
    expect(running.errors()).toContain(`the code ${loginCode(challenge)}\n`);
    const startedAt = search.get('at') ?? '';
    await page.call('approveCommandLine', { ...inside, challenge, startedAt, name: 'Laptop' });
    const { code, stdout } = await running.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Signed in to') });

    const file = credentialsOf(customer);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await customer.text('account')).toContain(workspace.id);
    const { keys } = await page.call('listApiKeys', inside);
    expect(keys.map(({ name }) => name)).toContain('Laptop');
    const { apiKey } = storedKey(customer, service.url);
    expect(await customer.text('logout')).toMatch(/^Revoked the key of /);
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
    expect(await customer.fails('account', '--url', service.url)).toMatchObject({ code: 4 });
    const after = await page.call('listApiKeys', inside);
    expect(after.keys.find(({ name }) => name === 'Laptop')).toMatchObject({ state: 'revoked' });
    expect((await service.client.withKey(apiKey).request('listDomains', {})).status).toBe(401);
  });

  it('logout revokes a key of any scope, its own only, and forgets one that cannot be revoked', async () => {
    const workspace = await service.workspace();
    const url = service.url;
    for (const scope of ['read', 'dns', 'all', 'transfer'] as const) {
      const key = await service.key(workspace, { scope });
      const customer = new Customer({});
      store(customer, url, key.apiKey);
      const out = await customer.json<{ revoked: boolean }>('logout');
      expect(out, scope).toMatchObject({ revoked: true });
      expect((await key.client.request('listDomains', {})).status, scope).toBe(401);
    }
    expect((await workspace.client.request('listDomains', {})).status).toBe(200);

    const revoked = await service.key(workspace);
    await service.revoke(revoked.id);
    const late = new Customer({});
    store(late, url, revoked.apiKey);
    expect(await late.json('logout')).toMatchObject({ revoked: true });

    const gone = new Customer({});
    store(gone, 'http://127.0.0.1:2', revoked.apiKey);
    expect(await gone.text('logout')).toMatch(
      /^Deleted the key of Mine from this machine, but did not revoke it: .*nothing listens there.*API tokens\.\n$/,
    );
    expect(await gone.fails('logout', '--url', 'http://127.0.0.1:2')).toMatchObject({ code: 4 });
    const stranger = await fetch(`${url}/dashboard/command-line`, { method: 'DELETE' });
    expect(stranger.status).toBe(401);
  });

  it('gives one key to one of many that ask with the secret, and nothing to others', async () => {
    const { page, inside } = await member(service);
    const { secret, challenge } = newLogin();
    const pending = { status: 200, body: { pending: true } };
    expect(await ask(secret)).toEqual(pending);
    await page.call('approveCommandLine', { ...inside, challenge, startedAt: now(), name: 'x' });
    expect(await ask(newLogin().secret)).toEqual(pending);
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(secret)));
    expect(answers.filter(({ body }) => body.pending === false)).toHaveLength(1);
    expect(await ask(secret)).toEqual(pending);
    for (const wrong of [undefined, 5, '', 'x'.repeat(44), challenge]) {
      expect(await ask(wrong), String(wrong)).toMatchObject({ status: 400 });
    }
  });

  it('refuses an approval that is late, early, malformed or for the code of another person', async () => {
    const ada = await member(service);
    const eve = await member(service);
    const { challenge } = newLogin();
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const attempt = async (input: object, who = ada) =>
      (
        await who.page.request('approveCommandLine', {
          ...who.inside,
          name: 'x',
          ...input,
        } as never)
      ).status;
    expect(await attempt({ challenge, startedAt: at(-601_000) })).toBe(410);
    expect(await attempt({ challenge, startedAt: at(120_000) })).toBe(410);
    expect(await attempt({ challenge: 'z'.repeat(64), startedAt: at(0) })).toBe(410);
    expect(await attempt({ challenge: 'ab', startedAt: at(0) })).toBe(400);
    expect(await attempt({ challenge, startedAt: at(0) })).toBe(200);
    expect(await attempt({ challenge, startedAt: at(0) }, eve)).toBe(410);
  });
});

const credentialsOf = ({ directory }: Customer) => `${directory}/hostmaster/credentials.json`;

function storedKey(customer: Customer, url: string): { readonly apiKey: string } {
  const { services } = JSON.parse(readFileSync(credentialsOf(customer), 'utf8')) as {
    services: Record<string, { apiKey: string }>;
  };
  return services[url] ?? expect.fail(`No key is stored for ${url}.`);
}

/** As `login` leaves it. */
function store(customer: Customer, url: string, apiKey: string): void {
  mkdirSync(`${customer.directory}/hostmaster`, { mode: 0o700 });
  const services = { [url]: { apiKey, keyId: 'key_1', workspace: 'Mine' } };
  const mode = 0o600;
  writeFileSync(credentialsOf(customer), JSON.stringify({ current: url, services }), { mode });
}
