/** Every route of the dashboard: axe finds nothing in either theme, and the page fits a phone. */
import { contact } from '@hostmaster/test-rig/service';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, viewports } from './browser.ts';
import { openDns } from './dns-stage.ts';

/** Routes that only lead to another one. */
const redirects = [
  '/',
  '/domains/$domain',
  '/connect',
  '/credits',
  '/$workspaceId',
  // For accounts with a workspace; test/browser/members.test.ts opens it without one.
  '/no-workspace',
  '/$workspaceId/domains/$domain',
];

/** Without an account: the heading, and where to open it. */
const visitorPages: Readonly<Record<string, string>> = {
  '/sign-in': 'Sign in',
  '/sign-up': 'Create your account',
  '/set-up': 'Setup is complete',
  '/verify#token': 'Confirm your email address',
  '/complete-sign-up#token': 'Create your account',
  '/confirm-address#token': 'Confirm this address for notices',
  '/stop-recovery#token': 'Stop the recovery',
  '/transfer-out#token': 'Transfer to another registrar',
  '/invitation#token': 'Invitation',
  '/reset': 'Reset your password',
};

const workspacePages: Readonly<Record<string, string>> = {
  overview: 'Overview',
  domains: 'Domains',
  'domains/search': 'Find a domain',
  'domains/look-up': 'Look up a domain',
  'domains/register/$domain': 'Register',
  'domains/transfers': 'Transfers',
  'domains/transfers/new': 'Transfer a domain',
  'domains/transfers/list': 'Transfer a list of domains',
  'domains/transfers/$domain': 'sandbox-rival-every-page.com',
  'domains/$domain/dns': '',
  'domains/$domain/nameservers': '',
  'domains/$domain/settings': '',
  'domains/$domain/history': '',
  'domains/$domain/activity': '',
  bulk: 'Bulk changes',
  'bulk/$bulkId': 'Renew 1 domain for 1 year',
  activity: 'Activity',
  credits: 'Credits',
  'credits/spending': 'Spending',
  'credits/receipts/{-$number}': 'Receipt R-000001',
  'credits/pay/$topUpId': 'Test payment',
  connect: 'Connect a command line',
  'settings/tokens': 'API tokens',
  'settings/update-keys': 'Dynamic DNS keys',
  'settings/webhooks': 'Webhooks',
  'settings/webhooks/$webhookId': '127.0.0.1:9/hooks',
  'settings/contacts': 'Contacts',
  'settings/templates': 'Templates',
  'settings/members': 'Members',
  'settings/workspace': 'Workspace',
  mailbox: 'Mailbox',
  service: 'Service',
  help: 'Help',
  account: 'Account',
  'account/recent-access': 'Recent access',
};

/** Names of pages that are about a name that is not registered here. */
const otherNames: Readonly<Record<string, string>> = {
  'domains/register/$domain': 'every-page.com',
  'domains/transfers/$domain': 'sandbox-rival-every-page.com',
};

describeDashboard(
  'Every page',
  (dashboard) => {
    it('is accessible in both themes and fits a phone: for visitors', async () => {
      await dashboard.owner();
      const { page } = await dashboard.newVisitor();
      for (const [path, heading] of Object.entries(visitorPages)) {
        await expectSound(page, dashboard.address(path), heading);
      }
      const routes = await page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)');
      const listed = [
        ...redirects,
        ...Object.keys(visitorPages).map((path) => path.replace(/#.*/, '')),
        ...Object.keys(workspacePages).map((path) => `/$workspaceId/${path}`),
      ];
      expect(routes.toSorted()).toEqual(listed.toSorted());
    });

    it('is accessible in both themes and fits a phone: of a workspace', async () => {
      const record = {
        type: 'TXT',
        name: '@',
        value: `v=spf1 ${'ip4:192.0.2.1 '.repeat(9)}-all`,
      } as const;
      const { page, domain, workspaceId, client } = await openDns(dashboard, { records: [record] });
      const hook = { url: 'http://127.0.0.1:9/hooks', state: 'paused' } as const;
      const { webhook } = await client.call('createWebhook', hook);
      const coming = { domain: 'sandbox-rival-every-page.com', authCode: 'mistyped', contact };
      const { transfer } = await client.call('createTransfer', coming);
      // What a page shows does not change while it is examined.
      await expect
        .poll(async () => (await client.call('getTransfer', { transferId: transfer.id })).transfer)
        .toMatchObject({ status: 'action_required' });
      const { bulk } = await client.call('createBulk', { kind: 'renew', domains: [domain] });
      await expect
        .poll(async () => (await client.call('getBulk', { bulkId: bulk.id })).bulk.state)
        .toBe('planned');
      await page.goto(dashboard.address(`/${workspaceId}/credits`));
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByRole('heading', { name: 'Test payment', level: 1 }).waitFor();
      const topUpId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await page.goto(dashboard.address(`/${workspaceId}/credits`));
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await page.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
      for (const [path, heading] of Object.entries(workspacePages)) {
        const shown = otherNames[path] ?? domain;
        const open = path
          .replace('$domain', shown)
          .replace('$topUpId', topUpId)
          .replace('{-$number}', '1')
          .replace('$bulkId', bulk.id)
          .replace('$webhookId', webhook.id);
        const address = dashboard.address(`/${workspaceId}/${open}`);
        await expectSound(page, address, heading === '' ? domain : heading);
      }
    }, 300_000);
  },
  { settings: { HOSTMASTER_SIGN_UP: 'open', HOSTMASTER_WEBHOOKS_ALLOW_PRIVATE: 'true' } },
);

const looks = [
  { colorScheme: 'light', viewport: viewports.desktop },
  { colorScheme: 'dark', viewport: viewports.phone },
] as const;

/** Without motion: halfway through a change of theme no colour is right. */
const settled = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  .then(() => document.getAnimations())
  .then((all) => all.filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity))
  .then((all) => Promise.allSettled(all.map(({ finished }) => finished)))
  .then(() => undefined)`;

/** The page is loaded once; what it looks like on a phone, and in the dark, is a matter of its styles. */
async function expectSound(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  const loading = page.getByRole('status').filter({ hasText: 'Loading' });
  await expect.poll(() => loading.count()).toBe(0);
  for (const { colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await page.evaluate(settled);
    await expectAccessible(page);
    const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    expect(fits, page.url()).toBe(true);
  }
}
