/** GET and POST /v1/domains/{domain}/restore: names that were deleted and come back. */

import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { balanceOf, describeService, until } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { rulesOf } from '../../packages/server/src/composition/open-stores.ts';
import { reconcile } from '../../packages/server/src/reconciliation/reconcile.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { prices } from '../../packages/server/src/storage/tables/prices/prices.ts';

const listMails = query<{ subject: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select('kind')
    .where('subject', 'like', p.subject)
    .where('kind', 'in', ['domain-deleted', 'domain-restored', 'restore-refused'])
    .orderBy('id'),
);

const notRestorable = { status: 409, code: 'not_restorable' } as const;
const restoreCredits = 80;
/** Index of a lost domain whose owner has few credits; they are taken from the end. */
const poorIndex = 1;

describeService('a deleted domain', (service) => {
  const rowOf = (name: string) => service.database.first(findHeldDomain, { name });
  const mailsAbout = async (name: string) =>
    (await service.database.all(listMails, { subject: `%${name}%` })).map(({ kind }) => kind);

  async function offerRestores(): Promise<void> {
    const price = { workspaceId: '', tld: 'com' };
    const rows = [update(prices, price, { restoreCredits })];
    await persistChange(service.database, { rows });
  }

  /** All at once: registered, expired, deleted by us at the end of their grace period. */
  async function lose(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const { client } = await service.workspace({ credits: index === poorIndex ? '20' : '1000' });
      const domain = await service.liveDomain(client, service.freshName('sandbox-redemption'));
      lost.push({ client, domain });
    }
    await service.advanceCalendar(396 * dayMs);
    for (const { domain } of lost) await untilDeleted(domain);
  }

  const lost: { readonly client: ApiClient; readonly domain: string }[] = [];
  beforeAll(() => lose(4));
  const nextLost = () => {
    const next = lost.pop();
    if (next === undefined) throw new Error('Too few domains were lost.');
    return next;
  };

  async function untilDeleted(domain: string): Promise<void> {
    await until('the deletion is known', async () => {
      return typeof (await rowOf(domain))?.release.redemptionUntil === 'number';
    });
  }

  it('200: stays listed, cannot be renewed, and is restored with a year', async () => {
    const { client, domain } = nextLost();
    const deleted = await client.call('getDomain', { domain });
    expect(deleted.domain.status).toBe('expired');
    expectRefusal(await client.request('renewDomain', { domain }), {
      status: 409,
      code: 'domain_releasing',
    });
    expectRefusal(await client.request('getRestore', { domain }), notRestorable);
    await offerRestores();
    const offer = await client.call('getRestore', { domain });
    expect(offer.price).toBe(restoreCredits + 14);
    const balance = await balanceOf(client);
    const cheap = await client.request('restoreDomain', { domain, maxCredits: 93 });
    expectRefusal(cheap, { status: 409, code: 'price_changed', required: 94 });
    const restore = service.registry.hold('restore', domain);
    const answer = await client.call('restoreDomain', { domain, maxCredits: 94 });
    expect(answer.domain).toMatchObject({ name: domain, years: 1, creditsCharged: 94 });
    expectRefusal(await client.request('restoreDomain', { domain }), notRestorable);
    expect(await balanceOf(client)).toBe(balance - 94);
    await until('the restore is sent', async () => restore.isWaiting());
    const shownToAll = await fetch(`${service.url}/rdap/domain/${domain}`);
    expect(await shownToAll.json()).toMatchObject({
      status: ['pending delete', 'pending restore'],
    });
    restore.release();
    await until('the domain is live', async () => (await rowOf(domain))?.state === 'live');
    await service.untilNoJobs(domain);
    const restored = await service.registrar.info(domain);
    expect(restored).toMatchObject({ isOurs: true, deletion: null, transferLocked: true });
    const row = await rowOf(domain);
    expect(row?.registry.registryExpiresAt).toBe(restored?.expiresAt);
    const { domain: shown } = await client.call('getDomain', { domain });
    expect(shown).toMatchObject({ status: 'active', expiresAt: answer.domain.expiresAt });
    expect(await balanceOf(client)).toBe(balance - 94);
    expect(await mailsAbout(domain)).toEqual(['domain-deleted', 'domain-restored']);
    expectRefusal(await client.request('getRestore', { domain }), notRestorable);
  });

  it('200: lost replies of the registry change neither money nor years', async () => {
    await offerRestores();
    const { client, domain } = nextLost();
    const balance = await balanceOf(client);
    service.registry.loseReplies('restore', domain, 2);
    service.registry.loseReplies('renew', domain, 1);
    const { expiresAt } = (await client.call('restoreDomain', { domain })).domain;
    await until('the domain is live', async () => (await rowOf(domain))?.state === 'live');
    await service.untilNoJobs(domain);
    expect((await client.call('getDomain', { domain })).domain.expiresAt).toBe(expiresAt);
    expect(await balanceOf(client)).toBe(balance - 94);
  });

  it('402, 404 and 409: too few credits, a foreign domain, and one that is not deleted', async () => {
    await offerRestores();
    const { client, domain } = nextLost();
    const answer = await client.request('restoreDomain', { domain });
    expect(answer).toMatchObject({ status: 402, body: { required: 94, balance: 8 } });
    const other = await service.workspace();
    const live = await service.liveDomain(other.client);
    expectRefusal(await other.client.request('restoreDomain', { domain: live }), notRestorable);
    for (const missing of [live, 'missing.com']) {
      const refused = await client.request('restoreDomain', { domain: missing });
      expectRefusal(refused, { status: 404, code: 'domain_not_found' });
    }
  });

  it('200: a refused restore returns everything; after the purge the name is gone', async () => {
    await offerRestores();
    const { client, domain } = nextLost();
    const before = (await client.call('getDomain', { domain })).domain;
    const balance = await balanceOf(client);
    const restore = service.registry.hold('restore', domain);
    await client.call('restoreDomain', { domain });
    await until('the restore is sent', async () => restore.isWaiting());
    // The redemption ends while the command is on its way.
    await service.advanceCalendar(31 * dayMs);
    restore.release();
    await until('the credits are back', async () => (await balanceOf(client)) === balance);
    expect((await client.call('getDomain', { domain })).domain.expiresAt).toBe(before.expiresAt);
    expectRefusal(await client.request('restoreDomain', { domain }), notRestorable);
    expect(await mailsAbout(domain)).toEqual(['domain-deleted', 'restore-refused']);
    await until('the service waits for the purge', async () => {
      const row = await rowOf(domain);
      const dueAt = row?.dueAt;
      return typeof dueAt === 'number' && dueAt > Number(row?.release.redemptionUntil);
    });
    await service.untilNoJobs(domain);
    // The purge comes between a question and its answer.
    service.registry.answer('info', domain, async (nth) => {
      if (nth > 1) return undefined;
      const found = await service.registrar.info(domain);
      await service.advanceCalendar(5 * dayMs);
      return found;
    });
    await service.advanceCalendar(1 * dayMs);
    await until('the name is gone', async () => {
      return (await client.request('getDomain', { domain })).status === 404;
    });
    expect(await service.registrar.info(domain)).toBeNull();
  });

  it('200: a domain that the registry itself deleted can be restored too', async () => {
    await offerRestores();
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client, service.freshName('sandbox-redemption'));
    await service.untilNoJobs(domain);
    await service.advanceCalendar(10 * dayMs);
    const { expiresAt } = (await client.call('getDomain', { domain })).domain;
    const outcome = await service.registrar.delete({
      sendId: `foreign-${domain}`,
      name: domain,
      beforeSend: async () => {},
    });
    expect(outcome.kind).toBe('done');
    const { database, registrar, config } = service;
    const services = { database, registrar, rules: rulesOf(config), clock: systemClock };
    await reconcile(services, { repair: true });
    await untilDeleted(domain);
    expect((await client.call('getDomain', { domain })).domain.status).toBe('expired');
    await client.call('restoreDomain', { domain });
    await until('the domain is live', async () => (await rowOf(domain))?.state === 'live');
    await service.untilNoJobs(domain);
    const { domain: restored } = await client.call('getDomain', { domain });
    expect(new Date(restored.expiresAt).getUTCFullYear()).toBe(
      new Date(expiresAt).getUTCFullYear() + 1,
    );
    expect((await service.registrar.info(domain))?.expiresAt).toBe(
      (await rowOf(domain))?.registry.registryExpiresAt,
    );
  });
});
