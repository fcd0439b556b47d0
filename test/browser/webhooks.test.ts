/** Webhooks in the dashboard, with a real receiver behind them. */
import { until } from '@hostmaster/test-rig/service';
import { WebhookReceiver } from '@hostmaster/test-rig/webhook-receiver';
import type { Page } from 'playwright-core';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard(
  'Webhooks',
  (dashboard) => {
    let receiver: WebhookReceiver;
    beforeAll(async () => {
      receiver = await WebhookReceiver.open();
    });
    afterAll(() => receiver.close());

    it('are added for some events, tested, replayed, paused, given a new secret and deleted', async () => {
      const { page, client } = await openStage(dashboard, 'settings/webhooks', { credits: '50' });
      await page.getByText('No webhooks yet').waitFor();
      await page.getByRole('button', { name: 'Add webhook' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add webhook' });
      await dialog.getByRole('radio', { name: 'Selected events' }).check();
      await dialog.getByRole('button', { name: 'Add webhook' }).click();
      await dialog.getByText('Enter the URL of your endpoint.').waitFor();
      await dialog.getByText('Select at least one event, or choose all events.').waitFor();
      await dialog.getByLabel('Endpoint URL').fill('not an address');
      await dialog.getByLabel('Records changed').check();
      await dialog.getByLabel('Domain registered').check();
      await dialog.getByRole('button', { name: 'Add webhook' }).click();
      await dialog.getByText('Must be an https:// address.').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('Endpoint URL').fill(receiver.url);
      await dialog.getByRole('button', { name: 'Add webhook' }).click();

      const shown = page.getByRole('dialog', { name: /127\.0\.0\.1/ });
      const secret = await shown.getByLabel('Signing secret').inputValue();
      await shown.getByRole('button', { name: 'Copy secret' }).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
      await shown.getByRole('button', { name: "I've saved it" }).click();
      const row = page.getByRole('row', { name: /127\.0\.0\.1/ });
      await row.getByText('2 event types').last().waitFor();
      await row.getByText('Active').waitFor();
      await row.getByRole('link').click();

      await page.getByText('No deliveries yet').waitFor();
      await page.getByText('Domain registered, Records changed').waitFor();
      await page.getByRole('button', { name: 'Send test event' }).click();
      const [test] = await received(1);
      expect(verify(secret, test)).toMatchObject({ type: 'webhook.test' });
      await delivery(page, /Test event.*Delivered.*200/).waitFor();

      // A failure shows what was sent and what came back.
      receiver.answer = () => ({ status: 500, body: 'The database is down.' });
      const domain = await dashboard.service.liveDomain(client, 'hook-loom.com');
      await received(2);
      const failing = delivery(page, /Domain registered.*hook-loom\.com.*Retrying.*500/);
      await failing.click();
      await page.getByText('The database is down.').waitFor();
      await page.getByText(/^webhook-id: evt_/).waitFor();
      await page.getByText(/Next attempt/).waitFor();
      await expectAccessible(page);
      await takePictures(page, 'webhook');
      receiver.answer = () => ({ status: 200 });

      // The next attempt is due in seconds; a click does not wait for it.
      await page.getByRole('button', { name: 'Send again' }).click();
      await received(3);
      await delivery(page, /Domain registered.*Delivered.*200/)
        .first()
        .waitFor();

      await chooseAction(page, 'Replay events');
      await page.getByLabel('Events from').click();
      await page.getByRole('option', { name: 'Since a date and time' }).click();
      const replay = page.getByRole('dialog', { name: 'Replay events' });
      await replay.getByRole('button', { name: 'Replay events' }).click();
      await replay.getByText('Enter a date and time.').waitFor();
      await replay.getByLabel('Date and time').fill('2026-01-01T00:00');
      const before = receiver.received.length;
      await replay.getByRole('button', { name: 'Replay events' }).click();
      await page.getByText('Replay started').first().waitFor();
      await received(before + 1);
      expect(receiver.domains.slice(before)).toContain(domain);

      await chooseAction(page, 'Rotate secret');
      await page.getByRole('button', { name: 'Rotate secret' }).click();
      const next = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
      expect(next).not.toBe(secret);
      await page.getByRole('button', { name: "I've saved it" }).click();
      const rotated = receiver.received.length;
      await page.getByRole('button', { name: 'Send test event' }).click();
      const [both] = (await received(rotated + 1)).slice(rotated);
      expect(verify(next, both)).toBeDefined();
      expect(verify(secret, both)).toBeDefined();

      await chooseAction(page, 'Edit');
      const editing = page.getByRole('dialog', { name: 'Edit webhook' });
      await editing.getByLabel('Domain registered').uncheck();
      await editing.getByLabel('Deliver in order').uncheck();
      await editing.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('In any order', { exact: true }).waitFor();

      await chooseAction(page, 'Pause');
      await page.getByText('This webhook is paused').waitFor();
      expect(await page.getByRole('button', { name: 'Send test event' }).isDisabled()).toBe(true);
      await client.call('createRecord', { domain, type: 'A', name: 'hook', value: '192.0.2.7' });
      await page.getByRole('button', { name: 'Resume' }).click();
      await delivery(page, /Records changed.*hook-loom\.com.*Delivered/).waitFor();

      await chooseAction(page, 'Delete');
      await page.getByRole('button', { name: 'Delete webhook' }).click();
      await page.getByText('No webhooks yet').waitFor();
      expect((await client.call('listWebhooks', {})).webhooks).toEqual([]);
    });

    /** All requests so far, once there are as many. */
    async function received(count: number) {
      await until(`${count} requests`, () => receiver.received.length >= count);
      return receiver.received;
    }
  },
  { settings: { HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true' } },
);

function delivery(page: Page, name: RegExp) {
  return page.getByRole('list', { name: 'Deliveries' }).getByRole('button', { name });
}

async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

function verify(secret: string, request: WebhookReceiver['received'][number] | undefined): unknown {
  if (request === undefined) throw new Error('There is no request.');
  return new StandardWebhook(secret).verify(request.body, request.headers as never);
}
