/** Caps on what keys and members spend in a month: docs/adr/0044 has the table of faults. */
import { dayMs } from '@hostmaster/contract/durations';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { balanceOf, describeService, until } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { type Member, member } from '../dashboard-api/people.ts';

const billing = { role: 'admin', domainNames: null } as const;

describeService('spending caps', (service) => {
  async function capped(owner: Member, cap: number | null) {
    const input = { ...owner.inside, name: 'Agent', cap };
    const { key, apiKey } = await owner.page.call('createApiKey', input);
    return { keyId: key.id, client: service.client.withKey(apiKey) };
  }

  async function spendingOf({ page, inside }: Member, keyId: string) {
    const { keys } = await page.call('listApiKeys', inside);
    return keys.find(({ id }) => id === keyId)?.spending;
  }

  async function memberSpending({ page, inside }: Member, userId: string) {
    const { members } = await page.call('listMembers', inside);
    return members.find(({ id }) => id === userId)?.spending;
  }

  const register = (client: ApiClient, domain = service.freshName()) =>
    client.request('registerDomain', { domain, contact });

  it('409: above the cap of the key nothing is debited, and other keys go on', async () => {
    const owner = await member(service);
    const { keyId, client } = await capped(owner, 25);
    expect((await register(client)).status).toBe(200);
    expect((await register(client)).status).toBe(200);
    const refused = await register(client);
    expectRefusal(refused, { status: 409, code: 'spending_cap', required: 12, remaining: 1 });
    expect(await balanceOf(client)).toBe(1000 - 24);
    expect((await client.call('listDomains', {})).domains).toHaveLength(2);
    expect(await spendingOf(owner, keyId)).toEqual({ cap: 25, spent: 24 });
    expect((await register(owner.workspace.client)).status).toBe(200);
  });

  it('50 registrations at once never exceed the cap', async () => {
    const owner = await member(service);
    const { keyId, client } = await capped(owner, 60);
    const answers = await Promise.all(Array.from({ length: 50 }, () => register(client)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(45);
    for (const answer of refused) {
      expectRefusal(answer, { status: 409, code: 'spending_cap', required: 12, remaining: 0 });
    }
    expect(await balanceOf(client)).toBe(1000 - 60);
    expect(await spendingOf(owner, keyId)).toEqual({ cap: 60, spent: 60 });
  });

  it('50 registrations at once by two keys and the dashboard never exceed the cap of the member', async () => {
    const owner = await member(service);
    const admin = await member(service, { workspace: owner.workspace, grant: billing });
    await owner.page.call('capMember', { ...owner.inside, userId: admin.person.id, cap: 60 });
    const keys = [await capped(admin, null), await capped(admin, 24)];
    const answers = await Promise.all([
      ...keys.flatMap(({ client }) => Array.from({ length: 20 }, () => register(client))),
      ...Array.from({ length: 10 }, () =>
        admin.page.requestApi('registerDomain', {
          ...admin.inside,
          domain: service.freshName(),
          contact,
        }),
      ),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => (body as { code: string }).code)).toEqual(
      Array(45).fill('spending_cap'),
    );
    expect(await balanceOf(owner.workspace.client)).toBe(1000 - 60);
    expect(await memberSpending(owner, admin.person.id)).toEqual({ cap: 60, spent: 60 });
    const capOfKey = await spendingOf(admin, keys[1]?.keyId ?? '');
    expect(capOfKey?.spent).toBeLessThanOrEqual(24);
  });

  it('a refused registration gives back, and an empty balance is another refusal', async () => {
    const owner = await member(service, { credits: '30' });
    const { keyId, client } = await capped(owner, 100);
    await client.call('registerDomain', { domain: service.freshName('sandbox-reject'), contact });
    await service.settled();
    expect(await spendingOf(owner, keyId)).toEqual({ cap: 100, spent: 0 });
    expect(await memberSpending(owner, owner.person.id)).toEqual({ cap: null, spent: 0 });
    await register(client);
    await register(client);
    const poor = await register(client);
    expectRefusal(poor, { status: 402, code: 'insufficient_credits', required: 12, balance: 6 });
  });

  it('renewals and transfers count; the same request sent twice counts once', async () => {
    const owner = await member(service);
    const { keyId, client } = await capped(owner, 40);
    const domain = service.freshName();
    const headers = { 'idempotency-key': 'once' };
    for (const _ of [1, 2]) {
      const answer = await client.request('registerDomain', { domain, contact }, { headers });
      expect(answer.status).toBe(200);
    }
    await service.untilLive(client, domain);
    await client.call('renewDomain', { domain });
    expect(await spendingOf(owner, keyId)).toEqual({ cap: 40, spent: 26 });
    const renewal = await client.request('renewDomain', { domain, years: 2 });
    expectRefusal(renewal, { status: 409, code: 'spending_cap', required: 28, remaining: 14 });
    await client.call('renewDomain', { domain });
    const transfer = await client.request('createTransfer', {
      domain: service.freshName('sandbox-rival'),
      authCode: 'x',
      contact,
    });
    expectRefusal(transfer, {
      status: 409,
      code: 'spending_cap',
      required: 14,
      remaining: 0,
    });
  });

  it('only the dashboard sets them: for the own key or by those who manage members', async () => {
    const owner = await member(service);
    const admin = await member(service, { workspace: owner.workspace, grant: billing });
    const { keyId, client } = await capped(admin, 0);
    expectRefusal(await register(client), {
      status: 409,
      code: 'spending_cap',
      required: 12,
      remaining: 0,
    });
    const inside = owner.inside;
    await owner.page.call('capApiKey', { ...inside, keyId, cap: 12.5 });
    expect((await register(client)).status).toBe(200);
    await owner.page.call('capApiKey', { ...inside, keyId, cap: null });
    expect(await spendingOf(owner, keyId)).toEqual({ cap: null, spent: 12 });
    const ids = { owner: owner.person.id, admin: admin.person.id };
    const cap = (userId: string) => admin.page.request('capMember', { ...inside, userId, cap: 1 });
    expectRefusal(await cap(ids.owner), { status: 403, code: 'forbidden' });
    expectRefusal(await cap(ids.admin), { status: 403, code: 'forbidden' });
    expectRefusal(await cap('usr_none'), { status: 404, code: 'member_not_found' });
    const reader = await member(service, {
      workspace: owner.workspace,
      grant: { role: 'billing', domainNames: null },
    });
    await admin.page.call('capMember', { ...inside, userId: reader.person.id, cap: 7 });
    expect(await memberSpending(reader, reader.person.id)).toEqual({ cap: 7, spent: 0 });
    expect(await memberSpending(reader, ids.admin)).toBeNull();
    const others = await member(service);
    for (const [page, code] of [
      [reader.page, 'key_not_found'],
      [others.page, 'workspace_not_found'],
    ] as const) {
      const answer = await page.request('capApiKey', { ...inside, keyId, cap: 1 });
      expectRefusal(answer, { status: 404, code });
    }
    for (const wrong of [-1, 1.001, 1_000_001, '5', undefined]) {
      const answer = await owner.page.request('capApiKey', {
        ...inside,
        keyId,
        cap: wrong as never,
      });
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['cap'] });
    }
    const { entries } = await owner.page.call('listActivity', inside);
    expect(entries.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^set a spending cap of 12.5 credits a month for the API token Agent/),
    );
  });

  it('a member who is removed and comes back has no cap', async () => {
    const owner = await member(service);
    const admin = await member(service, { workspace: owner.workspace, grant: billing });
    const userId = admin.person.id;
    await owner.page.call('capMember', { ...owner.inside, userId, cap: 5 });
    await owner.page.call('removeMember', { ...owner.inside, userId, keys: 'revoke' });
    const { client } = await capped(owner, null);
    expect((await register(client)).status).toBe(200);
    expect(await memberSpending(owner, userId)).toBeUndefined();
  });

  describe('bulk operations', () => {
    const until50 = 'the bulk operation has ended';

    it('409 at the start for a total above the cap; later items fail with it', async () => {
      const owner = await member(service);
      const { keyId, client } = await capped(owner, 30);
      const domains = Array.from({ length: 4 }, () => service.freshName('bulk'));
      const { bulk } = await client.call('createBulk', { kind: 'register', domains, contact });
      const bulkId = bulk.id;
      const read = async () => (await client.call('getBulk', { bulkId })).bulk;
      await until('it is planned', async () => (await read()).state === 'planned');
      expect((await read()).credits.planned).toBe(48);
      const refused = await client.request('startBulk', { bulkId, maxCredits: 48 });
      expectRefusal(refused, { status: 409, code: 'spending_cap', required: 48, remaining: 30 });
      await owner.page.call('capApiKey', { ...owner.inside, keyId, cap: 48 });
      const started = service.registry.hold('create', domains[0] ?? '');
      await client.call('startBulk', { bulkId, maxCredits: 48 });
      await owner.page.call('capApiKey', { ...owner.inside, keyId, cap: 24 });
      started.release();
      await until(until50, async () => (await read()).state === 'finished');
      const spending = await spendingOf(owner, keyId);
      const { items } = await client.call('getBulk', { bulkId });
      const done = items.filter(({ state }) => state === 'done').length;
      expect(spending?.spent).toBe(done * 12);
      for (const { state, error } of items) {
        if (state !== 'done') expect(error?.code).toBe('spending_cap');
      }
    });
  });
});

describeService('spending caps and the calendar', (service) => {
  it('a new month begins at zero, a refund returns to its own month, and renewals by the service go on', async () => {
    const owner = await member(service, { credits: '1000' });
    const { key, apiKey } = await owner.page.call('createApiKey', {
      ...owner.inside,
      name: 'Agent',
      cap: 12,
    });
    const client = service.client.withKey(apiKey);
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact, autoRenew: true });
    await service.untilLive(client, domain);
    const late = service.freshName('sandbox-reject');
    const refused = await client.request('registerDomain', { domain: late, contact });
    expectRefusal(refused, { status: 409, code: 'spending_cap', required: 12, remaining: 0 });
    const spent = async () => {
      const { keys } = await owner.page.call('listApiKeys', owner.inside);
      return keys.find(({ id }) => id === key.id)?.spending.spent;
    };
    expect(await spent()).toBe(12);
    await service.advanceCalendar(32 * dayMs);
    expect(await spent()).toBe(0);
    const held = service.registry.hold('create', late);
    await client.call('registerDomain', { domain: late, contact });
    await until('the registry has it', () => held.isWaiting());
    expect(await spent()).toBe(12);
    await service.advanceCalendar(32 * dayMs);
    const kept = service.freshName();
    await client.call('registerDomain', { domain: kept, contact });
    held.release();
    await service.settled();
    // The refund belongs to the month before.
    expect(await spent()).toBe(12);

    await service.advanceCalendar(290 * dayMs);
    await until('it is renewed', async () => {
      const { domain: renewed } = await client.call('getDomain', { domain });
      return renewed.years === 1 && Date.parse(renewed.expiresAt) > Date.now() + 500 * dayMs;
    });
    expect(await spent()).toBe(0);
  });
});
