/** The first steps of a new owner, guided only by what the page says. */
import { contact } from '@hostmaster/test-rig/service';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  describeDashboard,
  owner,
  setUpOwner,
  type TestDashboard,
  type VisitOptions,
} from './browser.ts';
import { addRecord } from './dns-stage.ts';
import { fillContact } from './domain-stage.ts';

for (const width of ['desktop', 'phone'] as const) {
  describeDashboard(`From the set-up link to the API (${width})`, (dashboard) => {
    it('makes an account, tops up, registers a name, adds records and uses a token', async () => {
      const page = await makeAccount(dashboard, { width });
      const steps = page.getByRole('region', { name: 'Get started' });

      await steps.getByRole('link', { name: 'Top up' }).click();
      await topUp(page);
      await openPage(page, 'Overview');
      await steps.getByText('1 of 4 complete').waitFor();

      await steps.getByRole('link', { name: 'Find a domain' }).click();
      await register(page, 'first-loom');
      await page.getByText('Active', { exact: true }).waitFor();
      await openPage(page, 'Overview');
      await steps.getByText('2 of 4 complete').waitFor();

      await steps.getByRole('link', { name: 'Choose a domain' }).click();
      // The activity of the overview has links to the domain, too.
      await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor();
      await page.getByRole('link', { name: 'first-loom.com' }).click();
      await addAddress(page);
      await openPage(page, 'Overview');
      await steps.getByText('3 of 4 complete').waitFor();

      await steps.getByRole('link', { name: 'Create token' }).click();
      const token = await createToken(page);
      const ask = (path: string) =>
        fetch(`${dashboard.service.url}/v1/${path}`, { headers: { 'x-api-key': token } });
      expect(await (await ask('account')).json()).toMatchObject({ credits: { balance: 88 } });
      const { records } = (await (await ask('domains/first-loom.com/dns')).json()) as {
        records: { name: string; type: string; value: string }[];
      };
      expect(records).toEqual([
        expect.objectContaining({ name: 'www', type: 'A', value: '192.0.2.1' }),
      ]);

      await page.getByRole('button', { name: 'Revoke First program' }).click();
      await page.getByRole('button', { name: 'Revoke token' }).click();
      await page.getByText('First program revoked').first().waitFor();
      expect((await ask('account')).status).toBe(401);

      await openPage(page, 'Overview');
      await page.getByText('Recent activity').waitFor();
      await page.getByText('revoked the API token First program').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });
  });
}

const interactionsMax = 25;

describeDashboard('The first run', (dashboard) => {
  it('takes few interactions from the set-up link to a served record', async () => {
    const { page } = await dashboard.visit(await dashboard.setUpLink());
    let interactions = 0;
    const fill = async (label: string, text: string) => {
      interactions += 1;
      await page.getByLabel(label, { exact: true }).fill(text);
    };
    const press = async (role: 'button' | 'link', name: string | RegExp) => {
      interactions += 1;
      await page.getByRole(role, { name, exact: true }).first().click();
    };
    await fill('Your name', owner.name);
    await fill('Email address', owner.email);
    await fill('Password', owner.password);
    await press('button', 'Create account');
    await press('link', 'Top up');
    await press('button', '100');
    await press('button', 'Continue to payment');
    await press('button', 'Pay');
    await page.getByText('100 credits added').waitFor();
    await press('link', 'Domains');
    await press('link', 'Find a domain');
    await fill('Domain name', 'first-run.com');
    await press('link', /^first-run\.com/);
    interactions += 1;
    await page.getByLabel('Country').selectOption('United Kingdom');
    await fill('Street address', contact.address1);
    await fill('Postal code', contact.postalCode);
    await fill('City', contact.city);
    await fill('Phone', '020 7946 0000');
    await page.getByLabel('Phone', { exact: true }).blur();
    await press('button', 'Register for 12 credits');
    await page.getByText('Active', { exact: true }).waitFor();
    await press('button', /^Connect a website/);
    await fill('IPv4 address', '192.0.2.1');
    await press('button', 'Save record');
    await page.getByRole('row', { name: /192\.0\.2\.1/ }).waitFor();
    // The zone is published with it.
    await page
      .getByRole('region', { name: 'Publication' })
      .getByText(/Serial \d+/)
      .waitFor();
    expect(interactions).toBeLessThanOrEqual(interactionsMax);
  });
});

async function makeAccount(dashboard: TestDashboard, options: VisitOptions): Promise<Page> {
  const { page } = await dashboard.visit(await dashboard.setUpLink(), options);
  await setUpOwner(page);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  return page;
}

async function openPage(page: Page, label: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('link', { name: label })
    .click();
  await page.getByRole('heading', { name: label, level: 1 }).waitFor();
}

async function topUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: '100', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByText('100 credits added').waitFor();
  await page.getByRole('region', { name: 'Balance' }).getByText('100 credits').waitFor();
}

async function register(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Domain name' }).fill(name);
  await page.getByRole('link', { name: `${name}.com` }).click();
  await page.getByRole('heading', { name: `Register ${name}.com`, level: 1 }).waitFor();
  await fillContact(page);
  await page.getByRole('button', { name: 'Register for 12 credits' }).click();
}

async function addAddress(page: Page): Promise<void> {
  const form = await addRecord(page, 'A');
  await form.getByLabel('Name', { exact: true }).fill('www');
  await form.getByLabel('IPv4 address', { exact: true }).fill('192.0.2.1');
  await form.getByRole('button', { name: 'Save record' }).click();
  await page.getByRole('row', { name: /www.*192\.0\.2\.1/ }).waitFor();
}

async function createToken(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API token' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('First program');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const token = await page.getByRole('textbox', { name: 'API token' }).inputValue();
  await page.getByRole('button', { name: "I've saved it" }).click();
  return token;
}
