/** The service is killed at each step of a delivery; the next process delivers everything. */

import { query } from '@hostmaster/test-rig/any-query';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { requiredContact } from '@hostmaster/test-rig/contact';
import { until } from '@hostmaster/test-rig/crash-until';
import type { TestPlace } from '@hostmaster/test-rig/engines';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import type { ServerProcess } from '@hostmaster/test-rig/process';
import { WebhookReceiver } from '@hostmaster/test-rig/webhook-receiver';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { updateAll } from '../../packages/server/src/storage/row-write.ts';
import { webhookDeliveries } from '../../packages/server/src/storage/tables/webhooks/webhook-deliveries.ts';
import { apiKey, openCrashSite } from '../crash/crash-site.ts';
import { configOf, settled } from '../crash/examine.ts';
import type { Fault } from '../crash/fault.ts';

const withinMs = 60_000;

/** In the order in which a delivery passes them. */
const steps: readonly (Fault | 'in flight')[] = [
  { point: 'before-commit', subject: 'delivery', signal: 'SIGKILL' },
  { point: 'after-commit', subject: 'delivery', signal: 'SIGKILL' },
  'in flight',
  { point: 'before-commit', subject: 'delivered', signal: 'SIGKILL' },
  { point: 'after-commit', subject: 'delivered', signal: 'SIGKILL' },
];

const pullForward = query<object>()(({ db }) =>
  db.updateTable('jobs').set({ run_at: 0, lease_until: 0 }),
);

describeOnBothEngines('SIGKILL at each step of a delivery', (engine) => {
  it('loses no event, changes no id and keeps the order', { timeout: 300_000 }, async () => {
    const receiver = await WebhookReceiver.open();
    engine.afterwards(() => receiver.close());
    const site = await openCrashSite(engine);
    const start = () => site.start({ environment: { HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true' } });
    let server: ServerProcess = await start();
    const client = () => new ApiClient({ url: server.url, apiKey });
    const { webhook, secret } = await client().call('createWebhook', { url: receiver.url });
    const received = () => receiver.received.map(({ event }) => event.id);
    /** The stream begins with the creation of the key. */
    const streamed = async () => {
      const { events } = await client().call('listEvents', { limit: 1000 });
      return events.slice(1).map(({ id }) => id);
    };
    /** Without repetitions, which follow each other because the webhook is ordered. */
    const distinct = () => received().filter((id, index, all) => id !== all[index - 1]);
    const untilDelivered = (countMin: number) =>
      until(
        async () => {
          const expected = await streamed();
          return expected.length >= countMin && distinct().join() === expected.join();
        },
        { what: () => `every event in order, and not ${distinct().join()}`, withinMs },
      );

    for (const [index, step] of steps.entries()) {
      // What came of the delivery before is written, so that the fault meets the next one.
      await settled(site.place);
      if (step === 'in flight') {
        receiver.answer = () => {
          server.kill('SIGKILL');
          return 'silence';
        };
      } else {
        expect(await server.send(step)).toBe('armed');
      }
      // Its reply may get lost with the process; its event does not.
      const order = { domain: `webhook-kill-${index}.com`, contact: requiredContact };
      await client()
        .call('registerDomain', order)
        .catch(() => null);
      expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
      receiver.answer = () => ({ status: 200 });
      await passTime(site.place, webhook.id);
      server = await start();
      await untilDelivered(index + 1);
    }

    // In flight, and before what came of it was written: the receiver gets these twice.
    expect(received().length).toBeGreaterThanOrEqual(distinct().length + 2);
    for (const { body, headers } of receiver.received) {
      expect(new StandardWebhook(secret).verify(body, headers as never)).toBeDefined();
    }
    await server.destroy();
  });
});

/** The next attempt is due twenty seconds after one that was not answered. */
async function passTime(place: TestPlace, webhookId: string): Promise<void> {
  const stores = await openStores(configOf(place));
  try {
    const waiting = { webhookId, state: 'pending' } as const;
    const rows = [updateAll(webhookDeliveries, waiting, { nextAt: 0, attempts: 0 })];
    await persistChange(stores.database, { rows });
    await stores.database.transaction((tx) => tx.run(pullForward, {}));
  } finally {
    await stores.close();
  }
}
