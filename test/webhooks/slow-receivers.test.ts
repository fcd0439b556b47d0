/** Receivers that hang take nothing from the webhooks of others, and do not hold up the stop. */
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { faults, MisbehavingPeer } from '@hostmaster/test-rig/misbehaving-peer';
import { startServer } from '@hostmaster/test-rig/process';
import { describeService, until } from '@hostmaster/test-rig/service';
import { WebhookReceiver } from '@hostmaster/test-rig/webhook-receiver';
import { expect, it } from 'vitest';
import { persist, persistChange } from '../../packages/server/src/changes/persist.ts';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { openWorkspace } from '../../packages/server/src/operations/workspaces/open-workspace.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { members } from '../../packages/server/src/storage/tables/people/members.ts';
import { users } from '../../packages/server/src/storage/tables/people/users.ts';
import { newUser } from '../../packages/server/src/users/users.ts';
import { ownerGrant } from '../../packages/server/src/workspaces/actor.ts';
import { configOf } from '../crash/examine.ts';
import { answerHttp } from '../outside/outside-adapters.ts';

const settings = { HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true' };
const perWorkspace = 4;
const stopMsMax = 20_000;

describeService(
  'slow receivers of one account',
  (service, engine) => {
    it('leave the places of the others', async () => {
      const [slow, quick] = [await WebhookReceiver.open(), await WebhookReceiver.open()];
      engine.afterwards(() => Promise.all([slow.close(), quick.close()]));
      slow.answer = () => 'silence';
      const person = { email: 'slow@example.com', name: 'Slow', passwordHash: '' };
      const user = newUser({ ...person, isEmailVerified: false, at: 0 });
      await persistChange(service.database, { rows: [insert(users, user)] });
      for (let index = 0; index < 12; index += 1) {
        const workspace = await service.workspace();
        const place = { userId: user.id, workspaceId: workspace.id };
        const member = { ...place, createdAt: 0, ...ownerGrant };
        await persistChange(service.database, { rows: [insert(members, member)] });
        const hosts = urls(slow.port, index);
        await Promise.all(hosts.map((url) => startTest(workspace.client, url)));
      }
      await until('they have all places of an account', () => slow.received.length === 8);
      const { client } = await service.workspace();
      await startTest(client, quick.url);
      await until('the other account has its event', () => quick.received.length === 1);
      expect(slow.received.length).toBe(8);
    });
  },
  { settings },
);

describeOnBothEngines('receivers that hang', (engine) => {
  it.each([
    [
      'by switching protocols',
      'HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      false,
    ],
    ['by silence', '', true],
  ])('%s delay no other workspace, and not the stop', async (_, answer, isSilent) => {
    const hanging = await MisbehavingPeer.open(answerHttp(answer));
    if (isSilent) hanging.fault = faults['never writes'] ?? hanging.fault;
    const quick = await WebhookReceiver.open();
    engine.afterwards(() => Promise.all([hanging.close(), quick.close()]));
    const place = await engine.place();
    const keys = await createWorkspaces(place, 11);
    const server = await startServer(engine, { place, environment: settings });
    const [own, ...others] = keys.map((apiKey) => new ApiClient({ url: server.url, apiKey }));
    for (const [index, client] of others.entries()) {
      await Promise.all(urls(hanging.port, index).map((url) => startTest(client, url)));
    }
    await until('the receivers hang', () => hanging.connections >= 40);
    const { webhook } = (await own?.call('createWebhook', { url: quick.url })) ?? {};
    await own?.call('testWebhook', { webhookId: webhook?.id ?? '' });
    await until('the other workspace has its event', () => quick.received.length === 1);
    const startedAt = performance.now();
    server.kill('SIGTERM');
    expect(await server.exited).toMatchObject({ code: 0 });
    expect(performance.now() - startedAt).toBeLessThan(stopMsMax);
  });
});

/** Each has a host of its own, so that only the account and the workspace limit them. */
function urls(port: number, workspace: number): string[] {
  return Array.from({ length: perWorkspace }, (_, index) => {
    return `http://hang-${workspace}-${index}.localhost:${port}/`;
  });
}

async function startTest(client: ApiClient, url: string): Promise<void> {
  const { webhook } = await client.call('createWebhook', { url });
  await client.call('testWebhook', { webhookId: webhook.id });
}

async function createWorkspaces(place: TestPlace, count: number): Promise<readonly string[]> {
  const stores = await openStores(configOf(place));
  const keys = Array.from({ length: count }, (_, index) => `slow-receivers-key-${index}`);
  for (const key of keys) {
    const workspace = { name: key, email: null, creditCents: 0, at: Date.now(), key };
    await persist(stores.database, openWorkspace(workspace));
  }
  await stores.close();
  return keys;
}
