/** A service that stops waits neither for receivers nor for events. */
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { TestService, until } from '@hostmaster/test-rig/service';
import { WebhookReceiver } from '@hostmaster/test-rig/webhook-receiver';
import { expect, it } from 'vitest';

describeOnBothEngines('a service that stops', (engine) => {
  it('ends deliveries and waiting requests at once', async () => {
    const receiver = await WebhookReceiver.open();
    engine.afterwards(() => receiver.close());
    receiver.answer = () => 'silence';
    const settings = { HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true' };
    const service = new TestService(engine, { settings });
    await service.start();
    const { client } = await service.workspace();
    const { webhook } = await client.call('createWebhook', { url: receiver.url });
    await client.call('testWebhook', { webhookId: webhook.id });
    await until('the receiver has the request', () => receiver.received.length === 1);
    const waiter = client.onOneConnection();
    await waiter.send('GET', '/v1/events');
    const waiting = waiter.send('GET', '/v1/events?after=latest&wait=30s');
    // On an open connection too, so it is read after the one that waits.
    await client.send('GET', '/v1/events');
    const startedAt = performance.now();
    const stopped = service.stop();
    expect(await waiting).toMatchObject({ status: 200, body: { events: [] } });
    await stopped;
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
