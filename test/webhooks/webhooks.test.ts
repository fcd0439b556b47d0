import { type EventType, eventTypes, type Output } from '@hostmaster/contract';
import { dayMs } from '@hostmaster/contract/durations';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeService, until } from '@hostmaster/test-rig/service';
import { type Received, WebhookReceiver } from '@hostmaster/test-rig/webhook-receiver';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixedLimits } from '../../packages/server/src/base/limits.ts';
import { openSecretBox } from '../../packages/server/src/base/secret-box.ts';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { resealSecrets } from '../../packages/server/src/operations/reseal-secrets.ts';
import { listIdleWebhooksOf } from '../../packages/server/src/storage/queries/webhooks/webhooks.ts';
import { setSuspension } from '../../packages/server/src/workspaces/suspension.ts';
import { dnssecOf, signedDomain, untilPhase } from '../api/dnssec-phases.ts';

type Delivery = Output<'listWebhookDeliveries'>['deliveries'][number];

describeService(
  'webhooks',
  (service) => {
    let receiver: WebhookReceiver;
    beforeAll(async () => {
      receiver = await WebhookReceiver.open();
    });
    afterAll(() => receiver.close());

    /** A workspace with a webhook of its own path. */
    const stage = async (input: object = {}) => {
      const workspace = await service.workspace();
      const { client } = workspace;
      const url = `${receiver.url}/${workspace.id}`;
      const created = await client.request('createWebhook', { url, ...input });
      expect(created.status, created.text).toBe(200);
      const { webhook, secret } = created.body as Output<'createWebhook'>;
      const path = new URL(url).pathname;
      const received = () => receiver.received.filter((each) => each.path === path);
      return { ...workspace, webhook, secret, received };
    };
    const deliveriesOf = async (client: ApiClient, webhookId: string): Promise<Delivery[]> =>
      (await client.call('listWebhookDeliveries', { webhookId })).deliveries;

    it('hole 12: wait while the workspace is suspended, as do requests for events', async () => {
      receiver.answer = () => ({ status: 200 });
      const { id: workspaceId, client, received } = await stage();
      const suspend = (isSuspended: boolean) => {
        const change = { workspaceId, isSuspended, reason: null, at: Date.now() };
        return persist(service.database, setSuspension(change));
      };
      const poll = () => client.request('listEvents', { after: 'latest', wait: '30s' });
      // One too many: it is refused when all others wait.
      const polls = Array.from({ length: fixedLimits.waitingRequests + 1 }, poll);
      expect((await Promise.race(polls)).status).toBe(429);
      await suspend(true);
      const codes = (await Promise.all(polls)).map(({ body }) => (body as { code: string }).code);
      expect(codes.filter((code) => code === 'workspace_suspended')).toHaveLength(
        fixedLimits.waitingRequests,
      );
      const { id: keyId } = await service.key({ id: workspaceId });
      const wanted = { workspaceIds: [workspaceId], limit: 10 };
      expect(await service.database.all(listIdleWebhooksOf, wanted)).toEqual([]);
      expect(received()).toEqual([]);
      await suspend(false);
      await service.revoke(keyId);
      await until('the events arrive', () => received().length > 1);
    });

    it('get the events of their workspace, signed; the list shows request and answer', async () => {
      receiver.answer = () => ({ status: 202, body: 'thanks' });
      const { client, webhook, secret, received } = await stage({ types: ['dns.changed'] });
      const domain = await service.liveDomain(client);
      await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
      await until('the event arrives', () => received().length === 1);
      const { body, headers } = only(received());
      expect(new StandardWebhook(secret).verify(body, headers as never)).toMatchObject({
        type: 'dns.changed',
        domain,
        data: { added: 1 },
      });
      await until('the answer is recorded', async () => {
        return (await deliveriesOf(client, webhook.id))[0]?.state === 'delivered';
      });
      expect(await deliveriesOf(client, webhook.id)).toEqual([
        {
          id: expect.stringMatching(/^dlv_/),
          eventId: headers['webhook-id'],
          type: 'dns.changed',
          state: 'delivered',
          attempts: 1,
          createdAt: expect.any(String),
          attemptedAt: expect.any(String),
          nextAttemptAt: null,
          request: {
            url: webhook.url,
            headers: {
              'webhook-id': headers['webhook-id'],
              'webhook-timestamp': headers['webhook-timestamp'],
            },
            body: JSON.parse(body) as unknown,
          },
          answer: { status: 202, body: 'thanks' },
          durationMs: expect.any(Number),
          problem: null,
        },
      ]);
    });

    it('get each step of DNSSEC in order, signed, with the DS records that the registry has', async () => {
      receiver.answer = () => ({ status: 200 });
      const types = (Object.keys(eventTypes) as EventType[]).filter((type) => /^dnssec/.test(type));
      const { client, secret, received } = await stage({ types });
      const domain = await signedDomain(service, client);
      const [old] = (await dnssecOf(client, domain)).keys;
      await client.call('rollDnssec', { domain });
      await untilPhase(client, domain, 'waiting_for_key_in_caches');
      await service.advanceCalendar(dayMs);
      await untilPhase(client, domain, 'waiting_for_new_ds');
      await service.advanceCalendar(2 * dayMs);
      await untilPhase(client, domain, 'waiting_for_old_ds');
      await service.advanceCalendar(2 * dayMs);
      await untilPhase(client, domain, 'on');
      const [fresh] = (await dnssecOf(client, domain)).keys;
      expect(fresh?.ds).not.toBe(old?.ds);
      await client.call('disableDnssec', { domain });
      await untilPhase(client, domain, 'waiting_for_ds_ttl');
      await service.advanceCalendar(2 * dayMs);
      await untilPhase(client, domain, null);
      const isLast = ({ event }: Received) => event.type === 'dnssec.off';
      await until('the last step arrives', () => received().some(isLast));
      const verified = received().map(({ body, headers }) =>
        new StandardWebhook(secret).verify(body, headers as never),
      );
      const common = { id: expect.stringMatching(/^evt_/), at: expect.any(String), domain };
      const asked = { actor: { kind: 'api_key', id: expect.stringMatching(/^key_/) } };
      const followed = (id: string) => ({ actor: { kind: 'system', id } });
      const [added, moved] = [followed('converge-domain'), followed('lifecycle')];
      expect(verified).toEqual([
        { ...common, type: 'dnssec.turning_on', data: asked },
        { ...common, type: 'dnssec.on', data: { ...added, ds: [old?.ds] } },
        { ...common, type: 'dnssec.rolling', data: { ...asked, cause: 'request' } },
        { ...common, type: 'dnssec.rolled', data: { ...moved, ds: [fresh?.ds] } },
        { ...common, type: 'dnssec.turning_off', data: { ...asked, cause: 'request' } },
        { ...common, type: 'dnssec.off', data: moved },
      ]);
    });

    it('are created, read, listed, changed and deleted', async () => {
      const { client, webhook, secret } = await stage();
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(webhook).toMatchObject({ types: ['*'], ordered: true, state: 'active' });
      const webhookId = webhook.id;
      expect(await client.call('getWebhook', { webhookId })).toEqual({ webhook });
      expect(await client.call('listWebhooks', {})).toEqual({ webhooks: [webhook], cursor: null });
      const changes = { types: ['credits.low'], ordered: false, state: 'paused' } as const;
      const changed = { webhook: { ...webhook, ...changes } };
      expect(
        await client.call('updateWebhook', { webhookId, ...changes, types: [...changes.types] }),
      ).toEqual(changed);
      expect(await client.call('getWebhook', { webhookId })).toEqual(changed);
      expect((await client.request('listWebhooks', {})).text).not.toContain('whsec_');
      expect(await client.call('deleteWebhook', { webhookId })).toEqual({ success: true });
      expect(await client.call('listWebhooks', {})).toEqual({ webhooks: [], cursor: null });
      expect((await client.request('getWebhook', { webhookId })).status).toBe(404);
    });

    it('are listed in pages, oldest first', async () => {
      const { client, webhook } = await stage();
      const { webhook: newer } = await client.call('createWebhook', { url: webhook.url });
      const ids = [webhook.id, newer.id];
      const read = (input: object) => client.call('listWebhooks', input);
      const first = await read({ limit: 1 });
      expect(first.webhooks.map(({ id }) => id)).toEqual([webhook.id]);
      const second = await read({ limit: 1, cursor: first.cursor });
      expect(second.webhooks.map(({ id }) => id)).toEqual([newer.id]);
      const third = await read({ limit: 1, cursor: second.cursor });
      expect(third).toEqual({ webhooks: [], cursor: null });
      const all = await read({});
      expect(all.webhooks.map(({ id }) => id)).toEqual(ids);
      expect(all.cursor).toBeNull();
      for (const query of [{ limit: 0 }, { limit: 101 }, { cursor: '!' }]) {
        expect((await client.request('listWebhooks', query)).status).toBe(400);
      }
    });

    it('get a test event at once, and no other webhook gets it', async () => {
      const { client, webhook, secret, received } = await stage({ types: ['credits.low'] });
      const { eventId } = await client.call('testWebhook', { webhookId: webhook.id });
      await until('the test arrives', () => received().length === 1);
      const { body, headers } = only(received());
      expect(new StandardWebhook(secret).verify(body, headers as never)).toMatchObject({
        id: eventId,
        type: 'webhook.test',
        domain: null,
      });
      const events = await client.send('GET', '/v1/events');
      expect(events.text).not.toContain('webhook.test');
    });

    it('replay one event, and all since a moment in their order', async () => {
      const { client, webhook, received } = await stage({ types: ['dns.changed'] });
      const domain = await service.liveDomain(client);
      for (const value of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
        await client.call('createRecord', { domain, type: 'A', value });
      }
      await until('all arrive', () => received().length === 3);
      const [first, second, third] = received().map(({ event }) => event.id);
      const webhookId = webhook.id;
      await until('all are recorded', async () =>
        (await deliveriesOf(client, webhookId)).every(({ state }) => state === 'delivered'),
      );
      await client.call('replayWebhook', { webhookId, eventId: second ?? '' });
      await until('it arrives again', () => received().length === 4);
      expect(received()[3]?.event.id).toBe(second);
      expect(received()[3]?.body).toBe(received()[1]?.body);
      const { at } = JSON.parse(received()[1]?.body ?? '') as { at: string };
      await client.call('replayWebhook', { webhookId, since: at });
      await until('two arrive again', () => received().length >= 6);
      const again = received()
        .slice(4)
        .map(({ event }) => event.id);
      expect(again.slice(-2)).toEqual([second, third]);
      expect([first, second]).toContain(again[0]);
      expect(await deliveriesOf(client, webhookId)).toHaveLength(3);
    });

    it('are signed by both secrets after a rotation, also when all secrets are sealed again', async () => {
      const { client, webhook, secret, received } = await stage();
      const { secret: next } = await client.call('rotateWebhookSecret', { webhookId: webhook.id });
      expect(next).not.toBe(secret);
      const report = await resealSecrets(
        service.database,
        openSecretBox(service.config.secretFile),
      );
      expect(report.unreadable).toEqual([]);
      await client.call('testWebhook', { webhookId: webhook.id });
      await until('the test arrives', () => received().length === 1);
      const { body, headers } = only(received());
      for (const each of [secret, next]) {
        expect(new StandardWebhook(each).verify(body, headers as never)).toBeDefined();
      }
    });

    it('that were paused get what they missed when they are resumed', async () => {
      const { client, webhook, received } = await stage({ types: ['dns.changed'] });
      const webhookId = webhook.id;
      await client.call('updateWebhook', { webhookId, state: 'paused' });
      const domain = await service.liveDomain(client);
      await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
      const refused = await client.request('testWebhook', { webhookId });
      expect(refused).toMatchObject({ status: 409, body: { code: 'webhook_paused' } });
      expect(received()).toEqual([]);
      await client.call('updateWebhook', { webhookId, state: 'active' });
      await until('it arrives', () => received().length === 1);
    });

    it('400 names the field', async () => {
      const { client, webhook } = await stage();
      const url = 'https://example.com/';
      for (const [input, path] of [
        [{}, 'url'],
        [{ url: 'example.com' }, 'url'],
        [{ url: `https://example.com/${'x'.repeat(2_048)}` }, 'url'],
        [{ url, types: [] }, 'types'],
        [{ url, types: ['dns.changed', 'dns.unknown'] }, 'types[1]'],
        [{ url, ordered: 'no' }, 'ordered'],
        [{ url, state: 'ended' }, 'state'],
      ] as const) {
        const answer = await client.request('createWebhook', input);
        expect(answer, JSON.stringify(input)).toMatchObject({
          status: 400,
          body: { code: 'invalid_request', fields: [{ path }] },
        });
      }
      const both = { webhookId: webhook.id, since: '2030-01-01T00:00:00.000Z', eventId: 'evt_x' };
      expect(await client.request('replayWebhook', both)).toMatchObject({ status: 400 });
      const soon = { webhookId: webhook.id, since: 'soon' };
      expect(await client.request('replayWebhook', soon)).toMatchObject({
        status: 400,
        body: { fields: [{ path: 'since' }] },
      });
      expect(await client.request('updateWebhook', { webhookId: webhook.id })).toMatchObject({
        status: 400,
      });
    });

    it('403 for keys that do not cover the whole workspace', async () => {
      const workspace = await stage();
      const keys = [
        await service.key(workspace, { scope: 'dns' }),
        await service.key(workspace, { domains: ['example.com'] }),
      ];
      for (const { client } of keys) {
        const webhookId = workspace.webhook.id;
        for (const answer of [
          await client.request('listWebhooks', {}),
          await client.request('createWebhook', { url: receiver.url }),
          await client.request('getWebhook', { webhookId }),
          await client.request('deleteWebhook', { webhookId }),
        ]) {
          expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
        }
      }
    });

    it('404 for the webhooks and events of others', async () => {
      const [mine, other] = [await stage(), await stage()];
      const webhookId = other.webhook.id;
      for (const name of [
        'getWebhook',
        'deleteWebhook',
        'testWebhook',
        'rotateWebhookSecret',
        'listWebhookDeliveries',
      ] as const) {
        const answer = await mine.client.request(name, { webhookId });
        expect(answer, name).toMatchObject({ status: 404, body: { code: 'webhook_not_found' } });
      }
      const { body } = await other.client.send('GET', '/v1/events');
      const eventId = (body as Output<'listEvents'>).events[0]?.id;
      const answer = await mine.client.request('replayWebhook', {
        webhookId: mine.webhook.id,
        eventId,
      });
      expect(answer).toMatchObject({ status: 404, body: { code: 'event_not_found' } });
    });

    it('409 beyond the limit', async () => {
      const { client } = await stage();
      await client.call('createWebhook', { url: receiver.url });
      const answer = await client.request('createWebhook', { url: receiver.url });
      expect(answer).toMatchObject({ status: 409, body: { code: 'quota_exceeded' } });
    });
  },
  { settings: { HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true', HOSTMASTER_WEBHOOKS: '2' } },
);

function only(received: readonly Received[]): Received {
  const [first, ...others] = received;
  expect(others).toEqual([]);
  if (first === undefined) throw new Error('Nothing was received.');
  return first;
}

describeService('webhooks to private addresses', (service) => {
  it('are refused with 400', async () => {
    const { client } = await service.workspace();
    for (const url of [
      'https://127.0.0.1/',
      'http://localhost:3000/',
      'http://10.1.2.3/',
      'http://[::1]/',
      'http://169.254.169.254/latest/meta-data/',
    ]) {
      expect(await client.request('createWebhook', { url }), url).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', fields: [{ path: 'url' }] },
      });
    }
    expect(await client.call('listWebhooks', {})).toEqual({ webhooks: [], cursor: null });
  });
});
