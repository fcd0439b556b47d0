/** Nameservers inside a name that was released: they never come back inside it (RFC 9874). */
import { dayMs } from '@hostmaster/contract/durations';
import { findHost, insertHost } from '@hostmaster/registry/storage';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { runCommand } from '@hostmaster/test-rig/process';
import { until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { readRefusedChanges } from '../../packages/server/src/dashboard-api/refused-changes.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { domains } from '../../packages/server/src/storage/tables/domains/domains.ts';
import { type EppService, openEppService } from './epp-service.ts';
import { openReconciler } from './open-reconciler.ts';

const gone = 'gone.com';
const host = `ns1.${gone}`;
const other = 'ns9.example.net';

const listMails = query<object>()(({ db }) => db.selectFrom('mails').select('kind').orderBy('id'));

/** `gone.com` has a host inside it that `kept.com` delegates to, and is released. */
async function release(service: EppService, kept: readonly string[]): Promise<void> {
  const { client } = service;
  await service.register(gone);
  for (const name of kept) await service.register(name, { years: 5 });
  await service.settled();
  await client.call('createRecord', { domain: gone, type: 'A', name: 'ns1', value: '192.0.2.53' });
  const nameservers = [host, other];
  for (const domain of [gone, ...kept]) {
    await client.call('replaceNameservers', { domain, nameservers });
    await service.settled();
  }
  await service.advance(396 * dayMs);
  await until('the name is released', async () => {
    const { status } = await client.request('getDomain', { domain: gone });
    return status === 404;
  });
  await service.settled();
}

describeOnBothEngines('a host inside a released name', (engine) => {
  it('is never created again, and the domains that used it keep their other nameservers', async () => {
    const service = await openEppService(engine, { email: 'ada@example.net' });
    const kept = 'kept.com';
    await release(service, [kept]);
    const { registry } = service.registry.front;
    const delegation = async () => (await registry.info(kept))?.nameservers ?? [];
    expect((await delegation()).filter((name) => name !== other)).toEqual([
      expect.stringMatching(/\.deleted-host\.invalid$/),
    ]);
    const { run } = openReconciler(engine, service);
    await run({ repair: true });
    await service.settled();
    expect(await registry.db.first(findHost, { name: host })).toBeUndefined();
    expect(await delegation()).toEqual([other]);
    const { domain } = await service.client.call('getDomain', { domain: kept });
    expect(domain.nameservers).toEqual([other]);
    const workspace = ['--workspace', service.workspaceId, '--json'];
    const { stdout } = await runCommand(service.place, 'activity', ...workspace);
    expect(stdout).toContain('domain.nameservers_removed');
    const { events } = await service.client.call('listEvents', { limit: 1000 });
    const updates = events.filter(
      ({ type, domain: of }) => type === 'domain.updated' && of === kept,
    );
    expect(updates.at(-1)?.data).toMatchObject({ nameservers: [other] });
    expect((await run({ repair: false })).differences).toEqual([]);
  });

  it('is not used when its next owner has created it', async () => {
    const service = await openEppService(engine);
    const kept = 'kept.com';
    await release(service, [kept]);
    const { registry } = service.registry.front;
    const owner = { sponsor: 'rival', transactionId: 'again', name: gone };
    await registry.create({
      ...owner,
      years: 1,
      registrant: { registrantId: null, contactIds: {} },
      nameservers: [],
      privacyEnabled: false,
      transferLocked: false,
      authCode: 'unknown',
    });
    await registry.db.transaction((tx) =>
      tx.run(insertHost, {
        name: host,
        repositoryId: 'H1-SANDBOX',
        sponsor: 'rival',
        addresses: ['203.0.113.66'],
        createdAt: 0,
      }),
    );
    const { run } = openReconciler(engine, service);
    await run({ repair: true });
    await service.settled();
    expect((await registry.info(kept))?.nameservers).toEqual([other]);
  });

  it('is refused like one inside a name that was never registered', async () => {
    const service = await openEppService(engine);
    const domain = 'careless.com';
    await service.register(domain);
    await service.settled();
    const { client } = service;
    const before = (await client.call('getDomain', { domain })).domain.nameservers;
    await client.call('replaceNameservers', {
      domain,
      nameservers: ['ns1.unregistered.com', 'ns2.unregistered.com'],
    });
    await service.settled();
    const { registry } = service.registry.front;
    expect(await registry.db.first(findHost, { name: 'ns1.unregistered.com' })).toBeUndefined();
    expect((await client.call('getDomain', { domain })).domain.nameservers).toEqual(before);
    await client.call('replaceNameservers', {
      domain,
      nameservers: ['ns1.unregistered.com', other],
    });
    await service.settled();
    expect((await client.call('getDomain', { domain })).domain.nameservers).toEqual([other]);
    expect((await registry.info(domain))?.nameservers).toEqual([other]);
  });

  it('keeps no new domain from being registered', async () => {
    const service = await openEppService(engine, { roles: 'api' });
    const domain = 'fresh.com';
    await service.register(domain);
    const row = await service.database.first(findHeldDomain, { name: domain });
    const nameservers = ['ns1.unregistered.com', other];
    const rows = [update(domains, { id: row?.id ?? '' }, { nameservers })];
    await persistChange(service.database, { rows });
    await service.startBeside('jobs');
    await service.settled();
    expect((await service.registry.front.registry.info(domain))?.nameservers).toEqual([other]);
    expect((await service.client.call('getDomain', { domain })).domain.nameservers).toEqual([
      other,
    ]);
  });

  it('leaves a new domain without nameservers where there is no other, and says so', async () => {
    const service = await openEppService(engine, { roles: 'api', email: 'ada@example.net' });
    const domain = 'fresh.com';
    await service.register(domain);
    const row = await service.database.first(findHeldDomain, { name: domain });
    const nameservers = ['ns1.unregistered.com', 'ns2.unregistered.com'];
    const rows = [update(domains, { id: row?.id ?? '' }, { nameservers })];
    await persistChange(service.database, { rows });
    await service.startBeside('jobs');
    await service.settled();
    // Refused together with the nameservers, and sent again without them.
    await service.client.call('updateDomain', { domain, privacyEnabled: true });
    await service.settled();
    expect((await service.registry.front.registry.info(domain))?.nameservers).toEqual([]);
    const { events } = await service.client.call('listEvents', { limit: 1000 });
    const updates = events.filter(({ type }) => type === 'domain.updated');
    expect(updates.map(({ data }) => data)).toEqual([
      expect.objectContaining({ privacyEnabled: true }),
    ]);
    expect((await service.client.call('getDomain', { domain })).domain).toMatchObject({
      nameservers,
      privacyEnabled: true,
    });
    const { database, workspaceId } = service;
    expect(await readRefusedChanges(database, { workspaceId, limit: 9 })).toEqual([
      { name: domain, refusal: expect.stringContaining('is not registered') },
    ]);
    const mails = await database.all(listMails, {});
    expect(mails.filter(({ kind }) => kind === 'change-refused')).toHaveLength(2);
  });
});
