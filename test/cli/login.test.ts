/** Signing in from a terminal: approved in the dashboard, once, by a person with the password. */
import { hash, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
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

    const file = `${customer.directory}/hostmaster/credentials.json`;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await customer.text('account')).toContain(workspace.id);
    const { keys } = await page.call('listApiKeys', inside);
    expect(keys.map(({ name }) => name)).toContain('Laptop');
    expect(await customer.text('logout')).toContain('API tokens');
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
    expect(await customer.fails('account', '--url', service.url)).toMatchObject({ code: 4 });
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
