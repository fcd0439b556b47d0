/** The first and the second start of the service, as an operator sees them. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import {
  describeOnBothEngines,
  type TestEngine,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { expectRefusal, Operator } from './operator.ts';
import { type Banner, environmentOf, type RunningProcess, startProcess } from './program.ts';

const keyForm = /^hm_test_[0-9A-Za-z]{38}$/;
/** Without the bundle of the test rig, and with threads that answer DNS. */
const fromSources = { NODE_OPTIONS: '', HOSTMASTER_DNS_WORKERS: '2' };

describeOnBothEngines('the first start', (engine) => {
  it.concurrent('prints a key once, a curl line that works, and the second start how to make another', async () => {
    const place = await engine.emptyPlace();
    const first = await start(engine, place, fromSources);
    expect(first.banner.apiKey).toMatch(keyForm);
    expect(first.banner.text).toContain('10,000 credits');
    expect(await runCurlOf(first.banner)).toEqual({
      results: [{ domain: 'my-first-name.com', available: true, isPremium: false }],
    });
    expect(await balance(first.banner.url, first.banner.apiKey)).toBe(10_000);
    expect(await first.process.stop()).toMatchObject({ code: 0, stderr: '' });

    const second = await start(engine, place);
    expect(second.banner.text).not.toContain(first.banner.apiKey);
    expect(second.banner.apiKey).toBeNull();
    expect(await balance(second.banner.url, first.banner.apiKey)).toBe(10_000);
    const hint = /npx hostmaster (key create .*)/.exec(second.banner.text)?.[1] ?? '';
    const args = hint.replace('WORKSPACE', 'Sandbox').replace('NAME', 'another').split(' ');
    const { apiKey } = await new Operator(place).json<{ apiKey: string }>(...args);
    expect(await balance(second.banner.url, apiKey)).toBe(10_000);
    await second.process.stop();
  });

  it.concurrent('prints a set-up link until an account exists, and each link works', async () => {
    const place = await engine.emptyPlace();
    const first = await start(engine, place);
    const early = setUpLinkOf(first.banner);
    await first.process.stop();
    const second = await start(engine, place);
    expect(second.banner.text).toContain(`Dashboard  ${second.banner.url}/dashboard`);
    expect(setUpLinkOf(second.banner)).not.toBe(early);
    const session = await setUp(second.banner.url, early.split('#')[1] ?? '');
    expect(session).toMatchObject({
      account: { email: 'owner@example.com' },
      workspaces: [{ name: 'Sandbox' }],
    });
    await second.process.stop();
    const operator = new Operator(place);
    expect(await operator.json('member', 'list', '--workspace', 'Sandbox')).toMatchObject({
      members: [{ name: 'Owner', email: 'owner@example.com' }],
    });

    const third = await start(engine, place);
    expect(third.banner.text).not.toContain('set-up');
    await third.process.stop();
  });

  it.concurrent('takes the first key from HOSTMASTER_FIRST_API_KEY', async () => {
    const apiKey = 'a-key-chosen-by-a-script';
    const { banner, process } = await start(engine, await engine.emptyPlace(), {
      HOSTMASTER_FIRST_API_KEY: apiKey,
    });
    expect(banner.apiKey).toBe(apiKey);
    expect(await balance(banner.url, apiKey)).toBe(10_000);
    await process.stop();
  });

  it.concurrent('keeps the key for a start that succeeds when the port is in use', async () => {
    const place = await engine.emptyPlace();
    const port = await occupyPort(engine);
    const refused = await startProcess(['serve', '--port', String(port)], environmentOf(place));
    const result = await refused.ended;
    expectRefusal(result, 'port in use');
    expect(result.stderr).toContain(`PORT ${port} is already in use`);

    const { banner, process } = await start(engine, place);
    expect(await balance(banner.url, banner.apiKey)).toBe(10_000);
    await process.stop();
  });
});

async function start(
  engine: TestEngine,
  place: TestPlace,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ process: RunningProcess; banner: Banner }> {
  const process = await startProcess(['serve', '--port', '0'], {
    ...environmentOf(place),
    ...settings,
  });
  engine.afterwards(() => process.stop());
  return { process, banner: await process.banner() };
}

/** As a reader does: the printed lines, pasted into a shell. */
async function runCurlOf(banner: Banner): Promise<unknown> {
  const lines = /curl [\s\S]*\}'/.exec(banner.text)?.[0] ?? '';
  const { stdout } = await promisify(execFile)('bash', ['-c', lines]);
  return JSON.parse(stdout);
}

function setUpLinkOf(banner: Banner): string {
  const link = /^ {4}(http\S+\/dashboard\/set-up#[\w-]{43})$/m.exec(banner.text)?.[1];
  if (link === undefined) throw new Error(`No set-up link in:\n${banner.text}`);
  return link;
}

/** As the page does it. */
async function setUp(url: string, token: string): Promise<unknown> {
  const visit = await fetch(`${url}/dashboard/api/session`);
  const { csrfToken } = (await visit.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/dashboard/api/set-up`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      cookie: visit.headers.getSetCookie()[0]?.split(';')[0] ?? '',
      'x-csrf-token': csrfToken,
    },
    body: JSON.stringify({
      token,
      name: 'Owner',
      email: 'owner@example.com',
      password: 'a sentence few people guesses',
    }),
  });
  return answer.json();
}

async function balance(url: string, apiKey: string | null): Promise<unknown> {
  const answer = await fetch(`${url}/v1/account`, { headers: { 'x-api-key': apiKey ?? '' } });
  return ((await answer.json()) as { credits?: { balance: number } }).credits?.balance;
}

async function occupyPort(engine: TestEngine): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  engine.afterwards(async () => server.close());
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
