/** What becomes of a domain and of its workspace is an event, also when an operator or the registry caused it. */
import type { EventType } from '@hostmaster/contract';
import { dayMs } from '@hostmaster/contract/durations';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { runCommand } from '@hostmaster/test-rig/process';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { newId } from '../../packages/server/src/base/ids.ts';
import { persist, persistChange } from '../../packages/server/src/changes/persist.ts';
import { changeHold } from '../../packages/server/src/operations/domains/hold-domain.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { prices } from '../../packages/server/src/storage/tables/prices/prices.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';
import { setSuspension } from '../../packages/server/src/workspaces/suspension.ts';

describeService('outcomes are events', (service) => {
  const eventsOf = async (client: ApiClient, domain: string | null) => {
    const { events } = await client.call('listEvents', { limit: 1000 });
    return events.filter((event) => event.domain === domain);
  };
  const typesOf = async (client: ApiClient, domain: string | null): Promise<string[]> =>
    (await eventsOf(client, domain)).map(({ type }) => type);
  const untilEvent = (client: ApiClient, domain: string | null, type: EventType) =>
    until(type, async () => (await typesOf(client, domain)).includes(type));

  it('a change of owner that the registry accepts, and one that it declines', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const next = { ...contact, firstName: 'Grace', lastName: 'Hopper' };
    await client.call('replaceContact', { domain, contact: next });
    await untilEvent(client, domain, 'domain.contact_changed');
    const accepted = await eventsOf(client, domain);
    expect(accepted.slice(0, 4)).toMatchObject([
      { type: 'domain.registration_started', data: { years: 1, credits: 12 } },
      { type: 'domain.registered' },
      { type: 'domain.contact_change_started', data: { fields: ['firstName', 'lastName'] } },
      {
        type: 'domain.contact_changed',
        data: { isNewOwner: true, fields: ['firstName', 'lastName'], actor: { kind: 'system' } },
      },
    ]);
    expect(JSON.stringify(accepted)).not.toContain('Grace');

    const declined = await service.liveDomain(client, service.freshName('sandbox-notrade'));
    await client.call('replaceContact', { domain: declined, contact: next });
    await untilEvent(client, declined, 'domain.contact_change_refused');
    const refusal = (await eventsOf(client, declined)).at(-1);
    expect(refusal?.data).toMatchObject({ reason: expect.stringMatching(/./) });
  });

  it('an expired domain: deleted, restored, and in use again', async () => {
    const { client } = await service.workspace({ credits: '1000' });
    const rows = [update(prices, { workspaceId: '', tld: 'com' }, { restoreCredits: 80 })];
    await persistChange(service.database, { rows });
    const domain = await service.liveDomain(client, service.freshName('sandbox-redemption'));
    await service.advanceCalendar(396 * dayMs);
    await untilEvent(client, domain, 'domain.deleted');
    await client.call('restoreDomain', { domain });
    await untilEvent(client, domain, 'domain.renewed');
    const types = await typesOf(client, domain);
    const ends = ['domain.expired', 'domain.releasing', 'domain.deleted', 'domain.restore_started'];
    expect(types.filter((type) => [...ends, 'domain.restored'].includes(type))).toEqual([
      ...ends,
      'domain.restored',
    ]);
    const deleted = (await eventsOf(client, domain)).find(({ type }) => type === 'domain.deleted');
    expect(deleted?.data).toMatchObject({ until: expect.stringMatching(/^20\d\d-/) });
  });

  it("an operator's hold and its end, and what the registry confirmed", async () => {
    const { client, id } = await service.workspace();
    const domain = await service.liveDomain(client);
    const row = await service.database.first(findHeldDomain, { name: domain });
    const subject = { id: row?.id ?? '', name: domain };
    const links = { publicUrl: service.url };
    for (const [isHeld, reason] of [
      [true, 'Phishing'],
      [false, 'Cleaned up'],
    ] as const) {
      const call = { actor: operatorActor(id), now: Date.now(), operationId: newId('act') };
      const change = { domain: subject, isHeld, reason, links };
      await persist(service.database, changeHold(call, change));
      await service.untilNoJobs(domain);
    }
    const about = (await eventsOf(client, domain)).slice(2);
    expect(about.map(({ type, data }) => [type, data])).toMatchObject([
      ['domain.held', { reason: 'Phishing', actor: { kind: 'operator' } }],
      ['domain.updated', { isOnHold: true }],
      ['domain.hold_lifted', { reason: 'Cleaned up' }],
      ['domain.updated', { isOnHold: false }],
    ]);
  });

  it('renewals, settings, suspension, webhooks and removed credits', async () => {
    const { client, id: workspaceId } = await service.workspace();
    const domain = await service.liveDomain(client);
    await client.call('renewDomain', { domain });
    await untilEvent(client, domain, 'domain.renewed');
    expect((await typesOf(client, domain)).slice(2)).toEqual([
      'domain.renewal_started',
      'domain.renewed',
    ]);
    await client.call('replaceNameservers', {
      domain,
      nameservers: ['a.example.net', 'b.example.net'],
    });
    await untilEvent(client, domain, 'domain.updated');
    const { webhook } = await client.call('createWebhook', { url: 'https://example.com/hooks' });
    await client.call('updateWebhook', { webhookId: webhook.id, state: 'paused' });
    await client.call('updateWebhook', { webhookId: webhook.id, state: 'active' });
    const amount = ['--amount', '1', '--reason', 'Invoice 7'];
    const removed = await runCommand(
      service.place,
      'credits',
      'remove',
      '--workspace',
      workspaceId,
      ...amount,
    );
    expect(removed, removed.stderr).toMatchObject({ code: 0 });
    for (const isSuspended of [true, false]) {
      const change = { workspaceId, isSuspended, reason: 'Unpaid', at: Date.now() };
      await persist(service.database, setSuspension(change));
    }
    expect((await typesOf(client, null)).slice(-5)).toEqual([
      'webhook.paused',
      'webhook.resumed',
      'credits.removed',
      'workspace.suspended',
      'workspace.resumed',
    ]);
  });
});
