import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { balanceOf, contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

const makeOlder = query<{ key: string; createdAt: number }>()(({ db, p }) =>
  db.updateTable('idempotency_keys').set({ created_at: p.createdAt }).where('key', '=', p.key),
);

const listStored = query<{ workspaceId: string }>()(({ db, p }) =>
  db.selectFrom('idempotency_keys').selectAll().where('workspace_id', '=', p.workspaceId),
);

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

describeService('Idempotency-Key', (service) => {
  it('a repeated registration is answered again, byte for byte, and charged once', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = service.freshName();
    const register = () => client.request('registerDomain', { domain, contact }, withKey('reg 1'));
    const first = await register();
    await service.untilLive(client, domain);
    const second = await register();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect(await balanceOf(client)).toBe(88);
    // Without the key it is what it is.
    const third = await client.request('registerDomain', { domain, contact });
    expectRefusal(third, { status: 409, code: 'domain_taken' });
  });

  it('a repeated renewal and a repeated record happen once', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = service.freshName();
    const { domain: registered } = await client.call('registerDomain', { domain, contact });
    const renewals = [];
    for (let index = 0; index < 3; index += 1) {
      renewals.push(await client.request('renewDomain', { domain, years: 2 }, withKey('renew-1')));
    }
    expect(new Set(renewals.map(({ text }) => text)).size).toBe(1);
    expect(await balanceOf(client)).toBe(100 - 12 - 28);
    const { domain: after } = await client.call('getDomain', { domain });
    expect(Date.parse(after.expiresAt)).toBeGreaterThan(Date.parse(registered.expiresAt));
    expect(renewals[0]?.body).toMatchObject({ domain: { expiresAt: after.expiresAt } });

    const record = { domain, type: 'TXT', value: 'x' };
    const created = [];
    for (let index = 0; index < 3; index += 1) {
      created.push(await client.request('createRecord', record, withKey('record-1')));
    }
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect((await client.call('listRecords', { domain })).records).toHaveLength(1);
  });

  it('field order and white space do not make another request', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const send = (raw: string) =>
      client.send('POST', `/v1/domains/${domain}/dns`, {
        raw,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'order' },
      });
    const first = await send('{"type":"TXT","value":"x"}');
    const second = await send('{ "value": "x",\n "type": "TXT" }');
    expect(second.text).toBe(first.text);
  });

  it('422: the same key with another body, path or endpoint, and nothing happens', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const [domain, other] = [service.freshName(), service.freshName()];
    await client.call('registerDomain', { domain, contact });
    await client.call('registerDomain', { domain: other, contact });
    await client.request('createRecord', { domain, type: 'TXT', value: 'x' }, withKey('k'));
    for (const answer of [
      await client.request('createRecord', { domain, type: 'TXT', value: 'y' }, withKey('k')),
      await client.request(
        'createRecord',
        { domain, type: 'TXT', value: 'x', ttl: 60 },
        withKey('k'),
      ),
      await client.request(
        'createRecord',
        { domain: other, type: 'TXT', value: 'x' },
        withKey('k'),
      ),
      await client.request('renewDomain', { domain }, withKey('k')),
    ]) {
      expectRefusal(answer, { status: 422, code: 'idempotency_key_reused' });
    }
    expect((await client.call('listRecords', { domain })).records).toHaveLength(1);
    expect((await client.call('listRecords', { domain: other })).records).toHaveLength(0);
    expect(await balanceOf(client)).toBe(76);
  });

  it('concurrent identical requests: one change, one answer for all', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const domain = service.freshName();
    const many = async (send: () => ReturnType<ApiClient['request']>) => {
      const answers = await Promise.all(Array.from({ length: 20 }, send));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    };
    await many(() => client.request('registerDomain', { domain, contact }, withKey('twin-1')));
    expect(await balanceOf(client)).toBe(88);
    await many(() => client.request('renewDomain', { domain }, withKey('twin-2')));
    expect(await balanceOf(client)).toBe(74);
    await many(() =>
      client.request('createRecord', { domain, type: 'TXT', value: 'x' }, withKey('twin-3')),
    );
    expect((await client.call('listRecords', { domain })).records).toHaveLength(1);
  });

  it('concurrent identical requests with credits for one', async () => {
    const { client } = await service.workspace({ credits: '12' });
    const domain = service.freshName();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        client.request('registerDomain', { domain, contact }, withKey('poor')),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await balanceOf(client)).toBe(0);
  });

  it('concurrent requests of one key that differ: one is carried out, the others are 422', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        client.request(
          'createRecord',
          { domain, type: 'TXT', value: `v${index}` },
          withKey('rivals'),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)]);
    expect((await client.call('listRecords', { domain })).records).toHaveLength(1);
  });

  it('a refusal is not kept: the same key works once the reason is gone', async () => {
    const workspace = await service.workspace({ credits: '0' });
    const { client } = workspace;
    const domain = service.freshName();
    const register = () => client.request('registerDomain', { domain, contact }, withKey('later'));
    expectRefusal(await register(), {
      status: 402,
      code: 'insufficient_credits',
      required: 12,
      balance: 0,
    });
    await service.addCredits(workspace, '12');
    expect((await register()).status).toBe(200);
    expect((await register()).status).toBe(200);
    expect(await balanceOf(client)).toBe(0);
  });

  it('equal keys of two workspaces are independent', async () => {
    const [one, two] = [await service.workspace(), await service.workspace()];
    for (const { client } of [one, two]) {
      const domain = service.freshName();
      const answer = await client.request('registerDomain', { domain, contact }, withKey('shared'));
      expect(answer.body).toMatchObject({ domain: { name: domain } });
    }
  });

  it('a key limited to some domains does not get the answer of another key', async () => {
    const workspace = await service.workspace();
    const [inside, outside] = [service.freshName(), service.freshName()];
    for (const domain of [inside, outside]) {
      await workspace.client.call('registerDomain', { domain, contact });
    }
    const limited = await service.key(workspace, { domains: [inside] });
    const record = { domain: outside, type: 'TXT', value: 'x' };
    const first = await workspace.client.request('createRecord', record, withKey('limited'));
    expect(first.status).toBe(200);
    const hidden = await limited.client.request('createRecord', record, withKey('limited'));
    expectRefusal(hidden, { status: 422, code: 'idempotency_key_reused' });
    const fresh = await limited.client.request('createRecord', record, withKey('of its own'));
    expectRefusal(fresh, { status: 404, code: 'domain_not_found' });
    const own = { domain: inside, type: 'TXT', value: 'x' };
    const [once, again] = [
      await limited.client.request('createRecord', own, withKey('its own record')),
      await limited.client.request('createRecord', own, withKey('its own record')),
    ];
    expect([once.status, again.text]).toEqual([200, once.text]);
  });

  it('is kept for 24 hours', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const create = (value: string) =>
      client.request('createRecord', { domain, type: 'TXT', value }, withKey('a-day'));
    const age = (ms: number) =>
      service.database.transaction((tx) =>
        tx.run(makeOlder, { key: 'a-day', createdAt: Date.now() - ms }),
      );
    await create('x');
    await age(dayMs - 60_000);
    expect((await create('y')).status).toBe(422);
    await age(dayMs);
    expect((await create('y')).status).toBe(200);
    expect((await create('y')).status).toBe(200);
    const { records } = await client.call('listRecords', { domain });
    expect(records.map(({ value }) => value)).toEqual(['x', 'y']);
  });

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(256)],
    ['not ASCII', 'sch\u00fcssel'],
  ])('400: a key that is %s', async (_, key) => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    const answer = await client.request('registerDomain', { domain, contact }, withKey(key));
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['Idempotency-Key'] });
    expect((await client.call('listDomains', {})).domains).toEqual([]);
  });

  it('200: a key of 255 characters; endpoints that need none ignore it', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    const long = withKey('k'.repeat(255));
    expect((await client.request('registerDomain', { domain, contact }, long)).status).toBe(200);
    for (const autoRenew of [true, false]) {
      const answer = await client.request('updateDomain', { domain, autoRenew }, long);
      expect(answer.body).toMatchObject({ autoRenew });
    }
  });

  it('a replay says so', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    const register = () => client.request('registerDomain', { domain, contact }, withKey('said'));
    expect((await register()).headers).not.toHaveProperty('idempotent-replayed');
    expect((await register()).headers).toMatchObject({ 'idempotent-replayed': 'true' });
  });

  it('a repeated webhook, test, rotation and replay happen once, with their secrets', async () => {
    const workspace = await service.workspace();
    const { client } = workspace;
    const url = 'https://hooks.example.com/';
    const create = () => client.request('createWebhook', { url, state: 'paused' }, withKey('whk'));
    const first = await create();
    expect(first.status).toBe(200);
    expect((await create()).text).toBe(first.text);
    expect((await client.call('listWebhooks', {})).webhooks).toHaveLength(1);
    const { webhook, secret } = first.body as { webhook: { id: string }; secret: string };
    const rotate = () =>
      client.request('rotateWebhookSecret', { webhookId: webhook.id }, withKey('rot'));
    const rotated = await rotate();
    expect(rotated.status).toBe(200);
    expect((await rotate()).text).toBe(rotated.text);

    // No secret is readable in the store, and another key does not get it.
    const stored = await service.database.all(listStored, { workspaceId: workspace.id });
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(JSON.stringify(stored)).not.toContain((rotated.body as { secret: string }).secret);
    const other = await service.key(workspace);
    const body = { url, state: 'paused' };
    const foreign = await other.client.request('createWebhook', body, withKey('whk'));
    expectRefusal(foreign, { status: 422, code: 'idempotency_key_reused' });
  });

  it('a repeated auth code is the same one', async () => {
    const workspace = await service.workspace();
    const domain = await service.liveDomain(workspace.client);
    await service.advanceCalendar(61 * dayMs);
    const { client } = await service.key(workspace, { scope: 'transfer' });
    await client.call('updateTransferLock', { domain, locked: false });
    const issue = () => client.request('issueAuthCode', { domain }, withKey('code'));
    const first = await issue();
    expect(first.status, first.text).toBe(200);
    const second = await issue();
    expect(second.text).toBe(first.text);
    const { authCode } = first.body as { authCode: string };
    const stored = await service.database.all(listStored, { workspaceId: workspace.id });
    expect(JSON.stringify(stored)).not.toContain(authCode);
  });
});
