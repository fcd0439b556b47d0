/** Operator commands beside a running service: what they print, and what the API sees of it. */

import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { contact } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { Operator } from './operator.ts';
import { environmentOf, startProcess } from './program.ts';

interface Created {
  readonly workspace: { readonly id: string; readonly name: string };
  readonly apiKey: string;
}

interface CreatedKey {
  readonly key: { readonly id: string; readonly name: string; readonly prefix: string };
  readonly apiKey: string;
}

const keyForm = /^hm_test_[0-9A-Za-z]{38}$/;
const isoForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const createWorkspace = (operator: Operator, name: string) =>
  operator.json<Created>(
    ...['workspace', 'create', '--name', name, '--email', 'ops@example.com'],
    ...['--credits', '100.50'],
  );

describeOnBothEngines('operator commands beside a running service', (engine) => {
  // Text output does not depend on the engine; one check is enough.
  const isShownToPeople = engine.name === 'sqlite';
  let operator: Operator;
  let url: string;
  let acme: Created;

  beforeAll(async () => {
    ({ operator, url } = await startService(engine));
    acme = await createWorkspace(operator, 'Acme');
  });

  it.concurrent('workspace create and list', async () => {
    // Others spend what Acme has meanwhile.
    const listed = await createWorkspace(operator, 'Listed');
    expect(listed).toEqual({
      workspace: { id: expect.stringMatching(/^ws_[0-9a-z]{26}$/), name: 'Listed' },
      apiKey: expect.stringMatching(keyForm),
    });
    expect(await get(url, '/v1/account', listed.apiKey)).toMatchObject({
      status: 200,
      body: { account: { id: listed.workspace.id, name: 'Listed' }, credits: { balance: 100.5 } },
    });
    const { workspaces } = await operator.json<{ workspaces: { id: string }[] }>(
      'workspace',
      'list',
    );
    expect(workspaces.find(({ id }) => id === listed.workspace.id)).toEqual({
      id: listed.workspace.id,
      name: 'Listed',
      email: 'ops@example.com',
      createdAt: expect.stringMatching(isoForm),
      balance: 100.5,
      suspendedAt: null,
      deletedAt: null,
    });
    if (isShownToPeople) {
      const created = await operator.text('workspace', 'create', '--name', 'For people');
      expect(created).toMatch(
        /^Created workspace For people \(ws_\w+\) with 0 credits\.\nAPI key \(shown only once\): hm_test_\w{38}\n$/,
      );
      expect(await operator.text('workspace', 'list')).toMatch(
        /^ID +NAME +EMAIL +CREDITS +STATE\n[\s\S]*ws_\w+ +For people +- +0 +active\n/,
      );
    }
  });

  it.concurrent('keys: scope, domains, expiry and revocation are seen on the next request', async () => {
    const workspace = acme.workspace.id;
    const create = (name: string, ...options: string[]) =>
      operator.json<CreatedKey>(
        'key',
        'create',
        '--workspace',
        workspace,
        '--name',
        name,
        ...options,
      );
    const reader = await create('reader', '--scope', 'read');
    expect(reader).toEqual({
      key: {
        id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
        name: 'reader',
        prefix: reader.apiKey.slice(0, 12),
      },
      apiKey: expect.stringMatching(keyForm),
    });
    const refused = await operator.refused(
      ...['key', 'create', '--workspace', workspace, '--name', 'x', '--domains', 'one.com'],
    );
    expect(refused).toContain('--domains: one.com is not a domain of this workspace');
    for (const name of ['one.com', 'two.com']) {
      expect((await register(url, acme.apiKey, name)).status).toBe(200);
    }
    const narrow = await create('narrow', '--domains', 'one.com,Two.com.');
    const brief = await create('brief', '--expires', '1ms');
    const mover = await create('mover', '--scope', 'transfer');

    // Before their first use: last uses are written periodically.
    const { keys } = await operator.json<{ keys: Record<string, unknown>[] }>(
      ...['key', 'list', '--workspace', 'Acme'],
    );
    expect(keys.find(({ id }) => id === narrow.key.id)).toEqual({
      id: narrow.key.id,
      name: 'narrow',
      prefix: narrow.key.prefix,
      scope: 'all',
      readsAll: true,
      domains: ['one.com', 'two.com'],
      createdAt: expect.stringMatching(isoForm),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
    });
    expect(JSON.stringify(keys)).not.toContain(narrow.apiKey);
    expect(keys.find(({ id }) => id === mover.key.id)).toMatchObject({ scope: 'transfer' });

    expect((await get(url, '/v1/account', reader.apiKey)).status).toBe(200);
    expect((await register(url, reader.apiKey, 'one.com')).status).toBe(403);
    expect((await register(url, narrow.apiKey, 'three.com')).status).toBe(403);
    expect((await get(url, '/v1/account', brief.apiKey)).status).toBe(401);

    expect(await operator.json('key', 'revoke', reader.key.id)).toEqual({
      key: { id: reader.key.id, revoked: true },
    });
    expect((await get(url, '/v1/account', reader.apiKey)).status).toBe(401);
    expect(await operator.text('key', 'revoke', reader.key.id)).toContain('is already revoked');

    if (isShownToPeople) {
      const shown = await operator.text('key', 'list', '--workspace', workspace);
      expect(shown).toMatch(/^ID +NAME +KEY +SCOPE +DOMAINS +LAST USED +STATE\n/);
      expect(shown).toMatch(/ reader +hm_test_\w{4}… +read +all +.* revoked\n/);
      expect(shown).toMatch(/ narrow +hm_test_\w{4}… +all +one\.com, two\.com +\S.* +valid\n/);
      expect(shown).toMatch(/ brief .* expired\n/);
    }
  });

  it.concurrent('credits add and remove', async () => {
    const { workspace, apiKey } = await operator.json<Created>(
      ...['workspace', 'create', '--name', 'Saver'],
    );
    const move = (direction: string, amount: string) => [
      ...['credits', direction, '--workspace', 'Saver', '--amount', amount],
      ...['--reason', 'Invoice 7'],
    ];
    expect(await operator.json(...move('add', '12.50'))).toEqual({ workspace, balance: 12.5 });
    expect(await operator.text(...move('remove', '2.40'))).toBe(
      `Saver (${workspace.id}) now has 10.10 credits.\n`,
    );
    const refusal = await operator.refused(...move('remove', '10.11'));
    expect(refusal).toMatch(/--amount .*10\.10 credits/);
    expect(await get(url, '/v1/account', apiKey)).toMatchObject({
      body: { credits: { balance: 10.1 } },
    });
  });

  it.concurrent('price set is seen by check, register and renew, for all workspaces or for one', async () => {
    const price = (...options: string[]) => ['price', 'set', '--tld', 'zone', ...options];
    const check = async () =>
      (await post(url, '/v1/domains/check', acme.apiKey, { domain: 'a-new-suffix.zone' })).body as {
        results: unknown[];
      };
    expect((await check()).results).toEqual([]);
    expect(await operator.json(...price('--register', '3', '--renew', '4'))).toEqual({
      price: { tld: 'zone', register: 3, renew: 4, workspace: null },
    });
    expect((await check()).results).toHaveLength(1);
    expect(
      await operator.text(...price('--register', '1', '--renew', '2', '--workspace', 'Acme')),
    ).toBe('.zone costs 1 credits to register and 2 to renew, per year, for Acme.\n');

    expect(await register(url, acme.apiKey, 'priced.zone')).toMatchObject({
      status: 200,
      body: { domain: { creditsCharged: 1 } },
    });
    expect(
      await post(url, '/v1/domains/priced.zone/renew', acme.apiKey, { years: 3 }),
    ).toMatchObject({ status: 200, body: { domain: { creditsCharged: 6 } } });

    const listed = async (...options: string[]) =>
      (await operator.json<{ prices: { tld: string }[] }>('price', 'list', ...options)).prices.find(
        ({ tld }) => tld === 'zone',
      );
    expect(await listed()).toEqual({ tld: 'zone', register: 3, renew: 4, isOwn: false });
    expect(await listed('--workspace', 'Acme')).toEqual({
      tld: 'zone',
      register: 1,
      renew: 2,
      isOwn: true,
    });
    if (isShownToPeople) {
      expect(await operator.text('price', 'list', '--workspace', 'Acme')).toMatch(
        /^TLD +REGISTER +RENEW\n[\s\S]*\nzone +1 +2 +this workspace only\n/,
      );
    }
    await operator.json(...price('--register', '3', '--renew', '4', '--restore', '50'));
    expect(await listed('--workspace', 'Acme')).toMatchObject({ renew: 2, restore: 50 });
    await operator.json(...price('--register', '3', '--renew', '4', '--transfer', '5'));
    expect(await listed('--workspace', 'Acme')).toMatchObject({ restore: 50, transfer: 5 });
  });

  it.concurrent('transfer list, show and cancel', async () => {
    const { workspace, apiKey } = await operator.json<Created>(
      ...['workspace', 'create', '--name', 'Mover', '--credits', '100'],
    );
    const order = { domain: 'sandbox-rival-cli.com', authCode: 'wrong', contact };
    const ordered = await post(url, '/v1/domains/transfers', apiKey, order);
    expect(ordered.status).toBe(200);
    const { id } = (ordered.body as { transfer: { id: string } }).transfer;
    const ofMover = ['--workspace', 'Mover', '--open'];
    const { transfers } = await operator.json<{ transfers: unknown[] }>(
      ...['transfer', 'list', ...ofMover],
    );
    expect(transfers).toEqual([
      expect.objectContaining({ id, domain: order.domain, workspaceId: workspace.id }),
    ]);
    expect(await operator.json('transfer', 'cancel', id)).toMatchObject({
      transfer: { id, status: 'cancelled', creditsCharged: 0 },
    });
    expect(await get(url, '/v1/account', apiKey)).toMatchObject({
      body: { credits: { balance: 100 } },
    });
    if (!isShownToPeople) return;
    expect(await operator.text('transfer', 'list', ...ofMover)).toBe('There are no transfers.\n');
    expect(await operator.text('transfer', 'list')).toMatch(
      /^ID +DOMAIN +STATUS +SINCE +REASON\n[\s\S]*sandbox-rival-cli\.com +cancelled/,
    );
    expect(await operator.text('transfer', 'show', id)).toMatch(
      /: sandbox-rival-cli\.com, cancelled, workspace ws_/,
    );
    expect(await operator.refused('transfer', 'cancel', id)).toMatch(/was cancelled/);
    expect(await operator.refused('transfer', 'show', 'tin_none')).toMatch(/no transfer tin_none/);
    const start = ['transfer', 'start', order.domain, '--workspace', 'Mover', '--contact'];
    expect(await operator.refused(...start, 'absent.json')).toMatch(/absent\.json/);
    expect(await operator.refused(...start, 'README.md')).toMatch(/README\.md is not a JSON file/);
    expect(await operator.refused(...start, 'package.json')).toMatch(
      /Give the auth code on standard input/,
    );
  });

  it.concurrent('domain contact and restore', async () => {
    const { workspace, apiKey } = await operator.json<Created>(
      ...['workspace', 'create', '--name', 'Keeper', '--credits', '100'],
    );
    const domain = 'kept-cli.com';
    expect((await post(url, '/v1/domains', apiKey, { domain, contact })).status).toBe(200);
    expect(await operator.json('domain', 'contact', domain)).toMatchObject({ domain, contact });
    if (!isShownToPeople) return;
    expect(await operator.text('domain', 'contact', domain)).toMatch(
      new RegExp(`^firstName: +${contact.firstName}\n`),
    );
    expect(await operator.refused('domain', 'contact', domain, '--set', 'package.json')).toMatch(
      /contact\.firstName: is required/,
    );
    expect(await operator.refused('domain', 'restore', domain)).toMatch(/is not deleted/);
    expect(await get(url, '/v1/account', apiKey)).toMatchObject({
      body: { account: { id: workspace.id }, credits: { balance: 88 } },
    });
  });

  it.concurrent('activity shows who did what, newest first', async () => {
    const { workspace } = await operator.json<Created>('workspace', 'create', '--name', 'Busy');
    await operator.json(
      ...['credits', 'add', '--workspace', 'Busy', '--amount', '5', '--reason', 'Gift'],
    );
    const { activity } = await operator.json<{ activity: unknown[] }>(
      ...['activity', '--workspace', workspace.id, '--limit', '2'],
    );
    expect(activity).toHaveLength(2);
    expect(activity[0]).toEqual({
      id: expect.stringMatching(/^act_/),
      at: expect.stringMatching(isoForm),
      actor: { kind: 'operator', id: 'command' },
      action: 'credits.add',
      subject: workspace.id,
      details: { credits: 5, reason: 'Gift' },
      origin: null,
    });
    const jsonl = ['activity', '--workspace', 'Busy', '--format', 'jsonl'];
    const { stdout: lines } = await operator.run(...jsonl);
    const entries = lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries).toHaveLength(3);
    expect(entries[0]).toMatchObject({
      actor: { kind: 'operator', id: 'command', label: 'The operator' },
      text: 'added 5 credits',
    });
    const csv = ['activity', '--workspace', 'Busy', '--format', 'csv', '--limit', '1'];
    expect((await operator.run(...csv)).stdout).toMatch(
      /^Time,Actor,Action,Subject,Text,Details,Actor id,Id,Address,Proof\r\n\S+,The operator,credits\.add,[^\r]+\r\n$/,
    );
    expect(await operator.refused(...csv.with(4, 'xml'))).toContain('csv or jsonl');
    if (isShownToPeople) {
      expect(await operator.text('activity', '--workspace', 'Busy')).toMatch(
        /^TIME +ACTOR +ACTION +SUBJECT +DETAILS\n\S+ +operator command +credits\.add +ws_\w+ +credits=/,
      );
    }
  });

  it('refuses what does not exist, and changes nothing', async () => {
    const before = await operator.run('workspace', 'list', '--json');
    expect(await operator.refused('key', 'list', '--workspace', 'Nobody')).toMatch(
      /No workspace "Nobody" in .*workspace list/,
    );
    expect(await operator.refused('key', 'revoke', 'key_nobody')).toContain('key_nobody');
    expect(
      await operator.refused(
        ...['credits', 'add', '--workspace', 'Nobody', '--amount', '1', '--reason', 'r', '--json'],
      ),
    ).toContain('"Nobody"');
    expect((await operator.run('workspace', 'list', '--json')).stdout).toBe(before.stdout);
  });

  it('ledger verify finds no problem', async () => {
    expect(await operator.json('ledger', 'verify')).toEqual({
      ok: true,
      accounts: expect.any(Number),
      transfers: expect.any(Number),
      problems: [],
    });
    if (isShownToPeople) {
      expect(await operator.text('ledger', 'verify')).toMatch(
        /^The ledger is consistent: \d+ accounts, \d+ transfers\.\n$/,
      );
    }
  });
});

async function startService(engine: TestEngine) {
  const place = await engine.place();
  const service = await startProcess(['serve'], environmentOf(place));
  engine.afterwards(() => service.stop());
  const { url } = await service.banner();
  return { place, url, operator: new Operator(place) };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function get(url: string, path: string, apiKey: string): Promise<Answer> {
  const answer = await fetch(url + path, { headers: { 'x-api-key': apiKey } });
  return { status: answer.status, body: await answer.json() };
}

async function post(url: string, path: string, apiKey: string, body: unknown): Promise<Answer> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

function register(url: string, apiKey: string, domain: string): Promise<Answer> {
  return post(url, '/v1/domains', apiKey, { domain, contact });
}
