/** Bulk operations: one ordinary operation for each of many domains, planned first. */
import { type ErrorCode, errors, type Output } from '@hostmaster/contract';
import { dayMs, yearMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { type Answer, type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { requiredContact } from '@hostmaster/test-rig/contact';
import { balanceOf, describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { remove, update } from '../../packages/server/src/storage/row-write.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';
import { members } from '../../packages/server/src/storage/tables/people/members.ts';
import { workspaces } from '../../packages/server/src/storage/tables/workspaces/workspaces.ts';
import { member } from '../dashboard-api/people.ts';
import { domainId } from '../dns/sign-domain.ts';
import { type Bulk, type BulkInput, create, planned, untilState } from './bulk-steps.ts';

const findMails = query<{ recipient: string }>()(({ db, p }) =>
  db.selectFrom('mails').select(['kind', 'subject']).where('recipient', '=', p.recipient),
);

function expectCode(answer: Answer, code: ErrorCode, ...fields: readonly string[]): void {
  expectRefusal(answer, { status: errors[code].status, code, fields });
}

async function liveDomains(
  service: TestService,
  client: ApiClient,
  count: number,
): Promise<readonly string[]> {
  const names = Array.from({ length: count }, () => service.freshName('bulk'));
  for (const domain of names) {
    await client.call('registerDomain', { domain, contact: requiredContact });
  }
  for (const name of names) await service.untilLive(client, name);
  return names;
}

async function eventsOf(client: ApiClient, type: string) {
  const { events } = await client.call('listEvents', { limit: 1000 });
  return events.filter((event) => event.type === type);
}

describeService('POST /v1/bulk', (service) => {
  it('200: a plan says what would happen to each name and changes nothing', async () => {
    const workspace = await service.workspace({ credits: '100' });
    const { client } = workspace;
    const names = await liveDomains(service, client, 2);
    await service.setPrice(workspace, { tld: 'com', register: 12, renew: 9 });
    const before = await client.call('listDomains', {});
    const balance = await balanceOf(client);
    const { bulk, items, cursor } = await planned(client, {
      kind: 'renew',
      domains: [...names, 'NOT-OURS.com', 'no name', names[0]?.toUpperCase() ?? ''],
      years: 2,
    });
    expect(bulk).toMatchObject({
      kind: 'renew',
      state: 'planned',
      parameters: { years: 2 },
      domains: 4,
      counts: { planning: 0, ready: 2, done: 0, failed: 2, cancelled: 0 },
      credits: { planned: 36, charged: 0 },
      startedAt: null,
      endedAt: null,
    });
    const missing = { code: 'domain_not_found', message: 'No such domain in this workspace.' };
    expect(items).toEqual([
      ...names.map((domain) => ({ domain, state: 'ready', credits: 18, error: null })),
      { domain: 'not-ours.com', state: 'failed', credits: 0, error: missing },
      { domain: 'no name', state: 'failed', credits: 0, error: missing },
    ]);
    expect(cursor).toBeNull();
    expect(await client.call('listDomains', {})).toEqual(before);
    expect(await balanceOf(client)).toBe(balance);
  });

  it('200: chooses the domains by a filter', async () => {
    const { client } = await service.workspace();
    const [first = '', second = ''] = await liveDomains(service, client, 2);
    const other = service.freshName('bulk', 'net');
    await service.liveDomain(client, other);
    await client.call('renewDomain', { domain: second, years: 8 });
    const { domain: soonest } = await client.call('getDomain', { domain: first });
    const expiresBefore = new Date(Date.parse(soonest.expiresAt) + 2 * yearMs).toISOString();
    const { items } = await planned(client, {
      kind: 'auto_renewal',
      enabled: true,
      filter: { suffix: '.com', status: 'active', expiresBefore },
    });
    expect(items.map(({ domain }) => domain)).toEqual([first]);
    const none = await client.request('createBulk', {
      kind: 'auto_renewal',
      enabled: true,
      filter: { suffix: 'org' },
    });
    expectCode(none, 'invalid_request', 'filter');
  });

  it('200: the same Idempotency-Key plans once', async () => {
    const { client } = await service.workspace();
    const body = { kind: 'renew', domains: ['example.net'] };
    const headers = { 'idempotency-key': 'plan-1' };
    const first = await client.request('createBulk', body, { headers });
    const again = await client.request('createBulk', body, { headers });
    expect(again.body).toEqual(first.body);
    expect((await client.call('listBulks', {})).bulks).toHaveLength(1);
  });

  it('400: for what the kind does not take, lacks, or cannot choose', async () => {
    const { client } = await service.workspace();
    const domains = ['example.net'];
    const transfers = [{ domain: 'example.net', authCode: 'Code-1' }];
    for (const [body, field] of [
      [{ kind: 'renew' }, 'domains'],
      [{ kind: 'renew', domains, enabled: true }, 'enabled'],
      [{ kind: 'renew', domains, years: 11 }, 'years'],
      [{ kind: 'privacy', domains }, 'enabled'],
      [{ kind: 'nameservers', domains }, 'nameservers'],
      [{ kind: 'contact', domains }, 'contact'],
      [{ kind: 'renew', domains, filter: {} }, 'filter'],
      [{ kind: 'register', filter: {}, contact: requiredContact }, 'filter'],
      [{ kind: 'transfer', domains, contact: requiredContact }, 'domains'],
      [{ kind: 'transfer', transfers }, 'contact'],
      [{ kind: 'transfer', transfers: [], contact: requiredContact }, 'transfers'],
      [{ kind: 'renew', transfers }, 'transfers'],
      [{ kind: 'renew', domains, transfers }, 'transfers'],
      [{ kind: 'renew', filter: { suffix: 'a b' } }, 'filter.suffix'],
      [{ kind: 'renew', filter: { expiresBefore: 'soon' } }, 'filter.expiresBefore'],
      [{ kind: 'renew', domains: [] }, 'domains'],
      [{ kind: 'renew', domains: Array(10_001).fill('a.com') }, 'domains'],
      [{ kind: 'delete', domains }, 'kind'],
    ] as const) {
      const answer = await client.request('createBulk', body);
      expectCode(answer, 'invalid_request', field);
    }
    expect((await client.call('listBulks', {})).bulks).toEqual([]);
  });

  it('403: for a key that may not do the single operation', async () => {
    const workspace = await service.workspace();
    const domain = await service.liveDomain(workspace.client);
    const reader = await service.key(workspace, { scope: 'read' });
    const renew = { kind: 'renew', domains: [domain] } as const;
    expectCode(await reader.client.request('createBulk', renew), 'forbidden');
    const lock = { kind: 'transfer_lock', domains: [domain], enabled: false } as const;
    expectCode(await workspace.client.request('createBulk', lock), 'forbidden');
    const { bulk } = await create(workspace.client, renew);
    await untilState(workspace.client, bulk.id, 'planned');
    const start = { bulkId: bulk.id, maxCredits: 100 };
    expectCode(await reader.client.request('startBulk', start), 'forbidden');
    expectCode(await reader.client.request('cancelBulk', { bulkId: bulk.id }), 'forbidden');
  });

  it('a key limited to a domain reaches only that, and sees only its own operations', async () => {
    const workspace = await service.workspace();
    const [own = '', foreign = ''] = await liveDomains(service, workspace.client, 2);
    const limited = await service.key(workspace, { domains: [own] });
    const input = { kind: 'auto_renewal', enabled: true, domains: [own, foreign] } as const;
    const { bulk, items } = await planned(limited.client, input);
    expect(items.map(({ state }) => state)).toEqual(['ready', 'failed']);
    const wide = await planned(workspace.client, input);
    const unseen = await limited.client.request('getBulk', { bulkId: wide.bulk.id });
    expectCode(unseen, 'bulk_not_found');
    const { bulks } = await limited.client.call('listBulks', {});
    expect(bulks.map(({ id }) => id)).toEqual([bulk.id]);
    expect((await workspace.client.call('listBulks', {})).bulks).toHaveLength(2);
    const byFilter = { kind: 'auto_renewal', enabled: true, filter: {} } as const;
    expect((await planned(limited.client, byFilter)).items.map(({ domain }) => domain)).toEqual([
      own,
    ]);
  });

  it('404: for an operation of another workspace, as for none', async () => {
    const { client } = await service.workspace();
    const { bulk } = await planned(client, { kind: 'renew', domains: ['example.net'] });
    const other = await service.workspace();
    for (const name of ['getBulk', 'startBulk', 'cancelBulk', 'retryBulk'] as const) {
      const theirs = await other.client.request(name, { bulkId: bulk.id });
      const none = await other.client.request(name, { bulkId: 'blk_none' });
      expectCode(theirs, 'bulk_not_found');
      expect(theirs.text).toBe(none.text);
    }
    expect((await other.client.call('listBulks', {})).bulks).toEqual([]);
  });

  it('409: at most so many are open', async () => {
    const { client } = await service.workspace();
    for (let count = 0; count < 10; count += 1) {
      await create(client, { kind: 'renew', domains: ['example.net'] });
    }
    const another = { kind: 'renew', domains: ['example.net'] };
    expectCode(await client.request('createBulk', another), 'quota_exceeded');
    const { bulks, cursor } = await client.call('listBulks', { limit: 4 });
    expect(bulks).toHaveLength(4);
    const rest = await client.call('listBulks', { limit: 10, cursor: cursor ?? '' });
    expect(new Set([...bulks, ...rest.bulks].map(({ id }) => id)).size).toBe(10);
    await client.call('cancelBulk', { bulkId: bulks[0]?.id ?? '' });
    await create(client, { kind: 'renew', domains: ['example.net'] });
  });
});

describeService('POST /v1/bulk/{bulkId}/start', (service) => {
  it('200: renews every domain once, with its own events, one event and one mail at the end', async () => {
    const workspace = await service.workspace({ credits: '1000' });
    const { id, client } = workspace;
    const email = 'owner@example.org';
    await persistChange(service.database, { rows: [update(workspaces, { id }, { email })] });
    const names = await liveDomains(service, client, 20);
    const before = await client.call('listDomains', {});
    const { bulk } = await planned(client, { kind: 'renew', domains: names });
    const balance = await balanceOf(client);
    const started = await client.call('startBulk', {
      bulkId: bulk.id,
      maxCredits: bulk.credits.planned,
    });
    expect(started.bulk).toMatchObject({ state: 'running', counts: { ready: 20 } });
    const { bulk: ended, items } = await untilState(client, bulk.id, 'finished');
    expect(ended).toMatchObject({
      counts: { planning: 0, ready: 0, done: 20, failed: 0, cancelled: 0 },
      credits: { planned: 0, charged: bulk.credits.planned },
    });
    expect(ended.endedAt).not.toBeNull();
    expect(items.every(({ state }) => state === 'done')).toBe(true);
    expect(await balanceOf(client)).toBe(balance - bulk.credits.planned);
    const { domains: after } = await client.call('listDomains', {});
    for (const [index, { expiresAt }] of before.domains.entries()) {
      const year = new Date(expiresAt).getUTCFullYear() + 1;
      expect(new Date(after[index]?.expiresAt ?? '').getUTCFullYear()).toBe(year);
    }
    expect(await eventsOf(client, 'domain.renewal_started')).toHaveLength(20);
    const finished = await eventsOf(client, 'bulk.finished');
    expect(finished.map(({ data }) => data)).toMatchObject([
      { bulkId: bulk.id, kind: 'renew', done: 20, failed: 0, cancelled: 0 },
    ]);
    const [listed] = (await client.call('listBulks', {})).bulks;
    expect(listed).toEqual(ended);
    await service.settled();
    const mails = await service.database.all(findMails, { recipient: email });
    expect(mails.filter(({ kind }) => kind === 'bulk-finished')).toEqual([
      { kind: 'bulk-finished', subject: 'Renewal: 20 of 20 domains done' },
    ]);
  });

  it('200: every kind is the operation of its endpoint', async () => {
    const workspace = await service.workspace();
    const { client } = workspace;
    const [domain = ''] = await liveDomains(service, client, 1);
    const elsewhere = ['ns1.example.net', 'ns2.example.net'];
    const city = { ...requiredContact, city: 'Paris' };
    const run = async (input: BulkInput) => {
      const { bulk } = await planned(client, input);
      await client.call('startBulk', { bulkId: bulk.id, maxCredits: bulk.credits.planned });
      const { items } = await untilState(client, bulk.id, 'finished');
      expect(items.map(({ state, error }) => error ?? state)).toEqual(['done']);
      await service.settled();
    };
    await run({ kind: 'auto_renewal', domains: [domain], enabled: true });
    await run({ kind: 'privacy', domains: [domain], enabled: true });
    await run({ kind: 'dnssec', domains: [domain], enabled: true });
    expect((await client.call('getDnssec', { domain })).dnssec.state).toBe('turning_on');
    await run({ kind: 'dnssec', domains: [domain], enabled: false });
    await run({ kind: 'nameservers', domains: [domain], nameservers: elsewhere });
    await run({ kind: 'contact', domains: [domain], contact: city });
    expect((await client.call('getDomain', { domain })).domain).toMatchObject({
      autoRenew: true,
      privacyEnabled: true,
      nameservers: elsewhere,
    });
    expect((await client.call('getContact', { domain })).contact.city).toBe('Paris');
    const bought = service.freshName('bought');
    await run({ kind: 'register', domains: [bought], years: 2, contact: requiredContact });
    expect((await client.call('getDomain', { domain: bought })).domain.years).toBe(2);
    const mover = await service.key(workspace, { scope: 'transfer' });
    await service.advanceCalendar(61 * dayMs);
    const { bulk } = await planned(mover.client, {
      kind: 'transfer_lock',
      domains: [domain],
      enabled: false,
    });
    await mover.client.call('startBulk', { bulkId: bulk.id });
    await untilState(mover.client, bulk.id, 'finished');
    expect((await client.call('getTransferLock', { domain })).locked).toBe(false);
  });

  it('400: a total needs consent; 409 when it is higher; 402 when the balance is lower', async () => {
    const workspace = await service.workspace({ credits: '40' });
    const { client } = workspace;
    const names = await liveDomains(service, client, 2);
    const { bulk } = await planned(client, { kind: 'renew', domains: names });
    const bulkId = bulk.id;
    const { planned: total } = bulk.credits;
    expect(total).toBeGreaterThan(await balanceOf(client));
    expectCode(await client.request('startBulk', { bulkId }), 'invalid_request', 'maxCredits');
    const less = await client.request('startBulk', { bulkId, maxCredits: total - 0.01 });
    expectRefusal(less, { status: 409, code: 'price_changed', required: total });
    const unpaid = await client.request('startBulk', { bulkId, maxCredits: total });
    const balance = await balanceOf(client);
    expectRefusal(unpaid, { status: 402, code: 'insufficient_credits', required: total, balance });
    await service.addCredits(workspace, '100');
    await client.call('startBulk', { bulkId, maxCredits: total });
    await untilState(client, bulkId, 'finished');
    const again = await client.request('startBulk', { bulkId, maxCredits: total });
    expectCode(again, 'wrong_bulk_state');
    expectCode(await client.request('cancelBulk', { bulkId }), 'wrong_bulk_state');
    expectCode(await client.request('retryBulk', { bulkId }), 'wrong_bulk_state');
  });
});

/**
 * The table of faults in docs/bulk.md, as far as they happen within one process. The registry holds the
 * first renewals, and the operation begins no more of them meanwhile.
 */
describeService('a bulk operation that is disturbed in the middle', (service) => {
  const atOnce = 16;

  /** Renewals of 20 domains by a key, of which the registry holds the first 16. */
  async function halfDone() {
    const workspace = await service.workspace({ credits: '1000' });
    const names = await liveDomains(service, workspace.client, 20);
    const key = await service.key(workspace);
    const { bulk } = await planned(key.client, { kind: 'renew', domains: names });
    const start = { bulkId: bulk.id, maxCredits: 1000 };
    const resume = await startHeld(workspace.client, names, bulk.id, () =>
      key.client.call('startBulk', start),
    );
    return { workspace, client: workspace.client, key, names, bulkId: bulk.id, resume };
  }

  async function startHeld(
    client: ApiClient,
    names: readonly string[],
    bulkId: string,
    start: () => Promise<unknown>,
  ) {
    const held = names.slice(0, atOnce).map((name) => service.registry.hold('renew', name));
    await start();
    await until('the registry holds all that was begun', () => {
      return held.every((each) => each.isWaiting());
    });
    const { bulk: running } = await client.call('getBulk', { bulkId });
    expect(running.counts).toMatchObject({ done: atOnce, ready: 4 });
    return async (state: Bulk['state'] = 'finished') => {
      for (const each of held) each.release();
      return untilState(client, bulkId, state);
    };
  }

  function outcomes({ items }: Output<'getBulk'>): readonly string[] {
    return items.slice(atOnce).map(({ state, error }) => error?.code ?? state);
  }

  it('cancelled: what has not begun is not begun, and what has begun ends', async () => {
    const { client, bulkId, names, resume } = await halfDone();
    const { bulk } = await client.call('cancelBulk', { bulkId });
    expect(bulk).toMatchObject({ state: 'cancelled', counts: { done: 16, cancelled: 4 } });
    const ended = await resume('cancelled');
    await service.settled();
    expect(outcomes(ended)).toEqual(Array(4).fill('cancelled'));
    expect(await eventsOf(client, 'domain.renewed')).toHaveLength(16);
    expect((await eventsOf(client, 'bulk.finished')).map(({ data }) => data)).toMatchObject([
      { done: 16, failed: 0, cancelled: 4 },
    ]);
    const page = await client.call('getBulk', { bulkId, state: 'cancelled', limit: 3 });
    expect(page.items.map(({ domain }) => domain)).toEqual(names.slice(16, 19));
    const rest = await client.call('getBulk', {
      bulkId,
      state: 'cancelled',
      cursor: page.cursor ?? '',
    });
    expect(rest.items.map(({ domain }) => domain)).toEqual(names.slice(19));
    expect((await client.call('getBulk', { bulkId, state: 'ready' })).items).toEqual([]);
  });

  it('a price that rises: no domain costs more than was planned; a retry plans the new one', async () => {
    const { workspace, client, bulkId, resume } = await halfDone();
    await service.setPrice(workspace, { tld: 'com', register: 12, renew: 500 });
    const ended = await resume();
    expect(outcomes(ended)).toEqual(Array(4).fill('price_changed'));
    await service.setPrice(workspace, { tld: 'com', register: 12, renew: 20 });
    const { bulk } = await client.call('retryBulk', { bulkId });
    expect(bulk).toMatchObject({ state: 'planning', counts: { done: 16, planning: 4 } });
    const replanned = await untilState(client, bulkId, 'planned');
    expect(replanned.bulk.credits.planned).toBe(80);
    await client.call('startBulk', { bulkId, maxCredits: 80 });
    const again = await untilState(client, bulkId, 'finished');
    expect(again.bulk.counts).toMatchObject({ done: 20, failed: 0 });
    await service.settled();
    expect(await eventsOf(client, 'domain.renewed')).toHaveLength(20);
    expect(await eventsOf(client, 'bulk.finished')).toHaveLength(2);
  });

  it('a balance that runs out: the others fail, and nothing is overdrawn', async () => {
    const { workspace, client, bulkId, resume } = await halfDone();
    const balance = await balanceOf(client);
    const spent = service.freshName('spent');
    await service.setPrice(workspace, { tld: 'com', register: balance - 20, renew: 14 });
    await client.call('registerDomain', { domain: spent, contact: requiredContact });
    expect(await balanceOf(client)).toBe(20);
    const ended = await resume();
    expect(outcomes(ended).toSorted()).toEqual(['done', ...Array(3).fill('insufficient_credits')]);
    expect(await balanceOf(client)).toBeGreaterThanOrEqual(0);
    expect((await client.call('getBulk', { bulkId, state: 'failed' })).items).toHaveLength(3);
  });

  it('a key that is revoked: nothing more is done for it; another key retries', async () => {
    const { key, client, bulkId, resume } = await halfDone();
    await service.revoke(key.id);
    const ended = await resume();
    expect(outcomes(ended)).toEqual(Array(4).fill('unauthorized'));
    await client.call('retryBulk', { bulkId });
    await untilState(client, bulkId, 'planned');
    await client.call('startBulk', { bulkId, maxCredits: 1000 });
    expect((await untilState(client, bulkId, 'finished')).bulk.counts).toMatchObject({ done: 20 });
  });

  it('a member who is removed: nothing more is done for them', async () => {
    const { person, workspace, page, inside } = await member(service, {
      credits: '1000',
      grant: { role: 'billing', domainNames: null },
    });
    const { client } = workspace;
    const names = await liveDomains(service, client, 20);
    const privacy = { ...inside, kind: 'privacy', enabled: true, domains: names } as const;
    expectCode(await page.requestApi('createBulk', privacy), 'forbidden');
    const { bulk } = await page.api('createBulk', {
      ...inside,
      kind: 'renew',
      domains: [...names],
    });
    await untilState(client, bulk.id, 'planned');
    const start = { ...inside, bulkId: bulk.id, maxCredits: 1000 };
    const resume = await startHeld(client, names, bulk.id, () => page.api('startBulk', start));
    const membership = { userId: person.id, workspaceId: workspace.id };
    await persistChange(service.database, { rows: [remove(members, membership)] });
    const ended = await resume();
    expect(outcomes(ended)).toEqual(Array(4).fill('forbidden'));
    expect(ended.items.at(-1)?.error?.message).toContain('left the workspace');
  });

  it('a domain that leaves the workspace fails alone', async () => {
    const { names, resume } = await halfDone();
    const id = await domainId(service, names[17] ?? '');
    await persistChange(service.database, { rows: [update(domains, { id }, { visible: false })] });
    expect(outcomes(await resume())).toEqual(['done', 'domain_not_found', 'done', 'done']);
  });

  it('lost replies of the registry: each domain is renewed once', async () => {
    const { client, names, resume } = await halfDone();
    for (const name of names) service.registry.loseReplies('renew', name, 1);
    const ended = await resume();
    expect(ended.bulk.counts).toMatchObject({ done: 20 });
    await service.settled();
    expect(await eventsOf(client, 'domain.renewed')).toHaveLength(20);
    for (const name of names) {
      const atRegistry = await service.registrar.info(name);
      const { domain } = await client.call('getDomain', { domain: name });
      const aheadMs = (atRegistry?.expiresAt ?? 0) - Date.parse(domain.expiresAt);
      expect(Math.abs(aheadMs)).toBeLessThan(dayMs);
    }
  });

  it('a workspace with a long list holds up no other', async () => {
    const { resume } = await halfDone();
    const other = await service.workspace();
    const names = await liveDomains(service, other.client, 2);
    const { bulk } = await planned(other.client, { kind: 'renew', domains: names });
    await other.client.call('startBulk', { bulkId: bulk.id, maxCredits: 100 });
    await untilState(other.client, bulk.id, 'finished');
    await until('both are renewed at the registry', async () => {
      return (await eventsOf(other.client, 'domain.renewed')).length === 2;
    });
    await resume();
  });
});

describeService(
  'the domains of bulk operations in a day',
  (service) => {
    it('409: when they are more than the limit', async () => {
      const { client } = await service.workspace();
      const two = { kind: 'renew', domains: ['example.net', 'example.com'] } as const;
      await create(client, two);
      expectCode(await client.request('createBulk', two), 'quota_exceeded');
      await create(client, { kind: 'renew', domains: ['example.net'] });
    });
  },
  { fixedLimits: { bulkDomainsPerDay: 3 } },
);
