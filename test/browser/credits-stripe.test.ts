import { createServer } from 'node:net';
import { balanceOf } from '@hostmaster/test-rig/service';
import { StripeStandIn } from '@hostmaster/test-rig/stripe-stand-in';
import { afterAll, expect, it } from 'vitest';
import { describeDashboard } from './browser.ts';
import { openStage } from './domain-stage.ts';

const stripe = await StripeStandIn.open();
// Stripe sends people back to the service's address, so that it must be known before the start.
const port = await freePort();

describeDashboard(
  'Paying with Stripe',
  (dashboard) => {
    afterAll(() => stripe.close());

    it('goes to its page and back, and the credits are there when it confirms', async () => {
      stripe.webhookUrl = `${dashboard.service.url}/webhooks/stripe`;
      const { page, client } = await openStage(dashboard, 'credits');
      await page.getByText("You'll pay on Stripe").waitFor();
      await page.getByRole('button', { name: '25', exact: true }).click();
      await page.getByRole('button', { name: 'Continue to payment' }).dblclick();
      await page.getByRole('heading', { name: 'Pay 25.00 USD' }).waitFor();
      expect(stripe.sessions).toHaveLength(1);
      await page.getByRole('button', { name: 'Pay' }).click();
      await page.getByText('25 credits added').waitFor();
      await page.getByRole('region', { name: 'Balance' }).getByText('25 credits').waitFor();
      expect(await balanceOf(client)).toBe(25);
    });

    it('asks Stripe itself when its message is late', async () => {
      stripe.webhookUrl = null;
      const { page } = await openStage(dashboard, 'credits');
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByRole('button', { name: 'Pay' }).click();
      await page.getByText('50 credits added').waitFor();
      await page.getByRole('region', { name: 'Balance' }).getByText('75 credits').waitFor();
    });

    it('comes back without paying, and nothing has happened', async () => {
      const { page, client } = await openStage(dashboard, 'credits');
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
      await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
      expect(await balanceOf(client)).toBe(75);
    });

    it('says when Stripe cannot be reached, and keeps the amount', async () => {
      const { page } = await openStage(dashboard, 'credits');
      await page.getByRole('textbox', { name: 'Credits' }).fill('33');
      stripe.fail('down', 'down', 'down');
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByText(/is not responding. You were not charged/).waitFor();
      expect(await page.getByRole('textbox', { name: 'Credits' }).inputValue()).toBe('33');
    });
  },
  { settings: { ...stripe.settings, PORT: String(port) } },
);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
