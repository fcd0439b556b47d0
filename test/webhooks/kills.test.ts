/** The service is killed while a receiver has its request; the next process delivers everything. */
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { requiredContact } from '@hostmaster/test-rig/contact';
import { until } from '@hostmaster/test-rig/crash-until';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import type { ServerProcess } from '@hostmaster/test-rig/process';
import { WebhookReceiver } from '@hostmaster/test-rig/webhook-receiver';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { apiKey, openCrashSite } from '../crash/crash-site.ts';

const withinMs = 60_000;

describeOnBothEngines('SIGKILL during a delivery', (engine) => {
  it('loses no event, changes no id and keeps the order', async () => {
    const receiver = await WebhookReceiver.open();
    engine.afterwards(() => receiver.close());
    const site = await openCrashSite(engine);
    const start = () => site.start({ environment: { HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true' } });
    let server: ServerProcess = await start();
    const client = () => new ApiClient({ url: server.url, apiKey });
    const { secret } = await client().call('createWebhook', { url: receiver.url });
    receiver.answer = (_, count) => {
      // The receiver has the second event, and the service does not learn it.
      if (count !== 2) return { status: 200 };
      server.kill('SIGKILL');
      return 'silence';
    };
    for (let change = 0; change < 4; change += 1) {
      // Those after the kill are refused, and leave no event.
      await client()
        .call('registerDomain', { domain: `webhook-kill-${change}.com`, contact: requiredContact })
        .catch(() => null);
    }
    await server.exited;
    server = await start();
    const streamed = async () => {
      const { body } = await client().send('GET', '/v1/events?limit=1000');
      return (body as { events: { id: string; type: string }[] }).events.slice(1);
    };
    const received = () => receiver.received.map(({ event }) => event.id);
    const { domains } = await client().call('listDomains', {});
    await until(
      async () =>
        (await streamed()).length === domains.length && new Set(received()).size === domains.length,
      { what: () => 'every event', withinMs },
    );
    const distinct = received().filter((id, index, all) => id !== all[index - 1]);
    expect(distinct).toEqual((await streamed()).map(({ id }) => id));
    expect(received().length).toBeGreaterThan(distinct.length);
    for (const { body, headers } of receiver.received) {
      expect(new StandardWebhook(secret).verify(body, headers as never)).toBeDefined();
    }
    await server.destroy();
  });
});
