/** Where people get stuck: each page says what comes next, in words that are true. */
import { dayMs } from '@hostmaster/contract/durations';
import { rivalAuthCode } from '@hostmaster/registry';
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { describeDashboard } from './browser.ts';
import { addRecord, choose, openDns, recordsOf } from './dns-stage.ts';
import { openStage } from './domain-stage.ts';

/** The one primary button of a page has the accent as its background. */
const background = 'getComputedStyle(document.activeElement).backgroundColor';

describeDashboard('The way on', (dashboard) => {
  const { service } = dashboard;

  it('from the search: an address is a name, a taken name can be transferred, prices are a sentence', async () => {
    const { page } = await openStage(dashboard, 'domains/search', { credits: '200' });
    await page.getByText(/name that starts with sandbox-taken- is taken/).waitFor();
    const field = page.getByRole('searchbox', { name: 'Domain name' });
    await field.fill('https://www.way-on.com/shop?from=1');
    await page.getByRole('listitem').filter({ hasText: 'way-on.com' }).first().waitFor();
    await page.getByText('12 credits, then 14 a year').first().waitFor();
    // On a phone the second half is a line of its own, which begins with no comma.
    expect(await page.getByText(/^,/).filter({ hasText: 'then' }).count()).toBe(0);
    await field.fill('sandbox-taken-way.com');
    await page.getByRole('link', { name: /sandbox-taken-way\.com.*Taken/ }).click();
    await page.getByRole('heading', { name: 'Transfer sandbox-taken-way.com' }).waitFor();
    await page.getByRole('link', { name: 'Help', exact: true }).click();
    await page.getByText('sandbox-premium-').waitFor();
  });

  it('from a transfer: a free name is registered, a failed one is tried again, and costs "Transfer"', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'domains/transfers/new');
    await page.getByLabel('Domain name').fill('free-way.com');
    await page.getByRole('button', { name: 'See price' }).click();
    await page.getByRole('link', { name: 'Register it' }).click();
    await page.getByRole('heading', { name: 'Register free-way.com', level: 1 }).waitFor();
    // An error about a field that has become optional goes.
    await page.getByLabel('Country').selectOption('United States');
    await page.getByRole('button', { name: 'Register for 12 credits' }).click();
    const problem = page.getByText('Enter a state, province or region.');
    await problem.waitFor();
    await page.getByLabel('Country').selectOption('Germany');
    await problem.waitFor({ state: 'detached' });

    const denied = 'sandbox-rival-denies-way.com';
    await client.call('createTransfer', { domain: denied, authCode: rivalAuthCode, contact });
    await page.goto(dashboard.address(`/${workspaceId}/domains/transfers`));
    await page.getByRole('link', { name: `Try again to transfer ${denied}` }).click();
    await page.getByRole('button', { name: 'Transfer for 14 credits' }).waitFor();
    await page.goto(dashboard.address(`/${workspaceId}/credits`));
    const row = page
      .getByRole('row')
      .filter({ hasText: /Transfer of sandbox-rival-denies-way\.com/ });
    await row.getByText('Transfer', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Transfer');
    await row.waitFor();
  });

  it('in the form of a record: common types first, a pasted MX, and the names that will be', async () => {
    const stage = await openDns(dashboard, { width: 'phone' });
    const { page, domain } = stage;
    const form = await addRecord(page, 'A');
    await form.getByLabel('Type', { exact: true }).click();
    const types = await page.getByRole('option').allInnerTexts();
    expect(types.slice(0, 5).map((text) => text.split(/\s/)[0])).toEqual([
      'A',
      'AAAA',
      'CNAME',
      'MX',
      'TXT',
    ]);
    await page.keyboard.press('Escape');
    // The domain itself has no dot before it.
    expect(await form.getByTitle(domain).innerText()).toBe(domain);
    const [address, ttl] = await Promise.all(
      ['IPv4 address', 'TTL'].map((label) => form.getByLabel(label, { exact: true }).boundingBox()),
    );
    // Below the address, or beside it where there is room.
    expect((ttl?.y ?? 0) * 1_000 + (ttl?.x ?? 0)).toBeGreaterThan(
      (address?.y ?? 0) * 1_000 + (address?.x ?? 0),
    );
    await choose(form, 'Type', /^SRV /);
    await form.getByText(`Use @ for ${domain}`).waitFor();
    expect(await form.getByText('Full name:').count()).toBe(0);
    await choose(form, 'Type', /^MX /);
    await form.getByLabel('Mail server').fill('20 mail.way-on.example.');
    expect(await form.getByLabel('Priority').inputValue()).toBe('20');
    await form.getByRole('button', { name: 'Save record' }).click();
    await page.getByText(/^The MX record of .* is being served/).waitFor();
    await page.getByText(/^dig \+short @.* MX$/).waitFor();
    await page.getByRole('button', { name: 'Copy command' }).waitFor();
    expect(await recordsOf(stage)).toEqual([
      expect.objectContaining({ type: 'MX', value: '20 mail.way-on.example.' }),
    ]);
  });

  it('a record that is not published is not announced as added', async () => {
    const { page, domain } = await openDns(dashboard, {
      records: [{ type: 'A', value: '192.0.2.1' }],
    });
    const form = await addRecord(page, 'CNAME');
    await form.getByLabel('Name', { exact: true }).fill('@');
    await form.getByLabel('Target').fill('target.example.net');
    await form.getByText(/^Not published: A or AAAA records/).waitFor();
    await form.getByRole('button', { name: 'Save record' }).click();
    await page.getByText('CNAME record saved with a warning').waitFor();
    expect(await page.getByText('CNAME record added').count()).toBe(0);
    const row = page.getByRole('row', { name: `Select CNAME record of ${domain}` });
    await row.getByText(/^Not published: A or AAAA records/).waitFor();
  });

  it('from an answer by link, and on the page of an expired domain', async () => {
    const { page, client, workspaceId } = await openStage(dashboard, 'account', { credits: '50' });
    await page.goto(dashboard.address(`/${workspaceId}/settings/workspace`));
    await page.getByLabel('Notification email').fill('notices@example.com');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/Waiting for notices@example\.com/).waitFor();
    await page.getByRole('link', { name: /^Mailbox/ }).click();
    await page
      .getByRole('link', { name: /confirm-address#/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();

    const name = await service.liveDomain(client, 'expired-way.com');
    await service.advanceCalendar(370 * dayMs);
    await page.goto(dashboard.address(`/${workspaceId}/domains/${name}/dns`));
    const renew = page.getByRole('button', { name: 'Renew now' });
    const add = page.getByRole('button', { name: 'Add record' });
    await add.waitFor();
    const colourOf = async (button: typeof renew) => {
      await button.focus();
      return page.evaluate<string>(background);
    };
    expect(await colourOf(renew)).not.toBe(await colourOf(add));
    const plain = page.getByRole('button', { name: 'Renew', exact: true });
    expect(await colourOf(plain)).toBe(await colourOf(add));
    // Both kinds of mail follow one clock.
    await page.getByRole('link', { name: /^Mailbox/ }).click();
    const times = page.getByRole('list', { name: 'Messages' }).locator('summary time');
    await times.first().waitFor();
    for (const text of await times.allInnerTexts()) expect(text).toMatch(/just now|minutes? ago/);
  });

  it('on the overview: steps that were not taken are not ticked', async () => {
    const { page } = await openStage(dashboard, 'overview');
    const steps = page.getByRole('region', { name: 'Get started' });
    await steps.waitFor();
    // Credits came from the operator, and so did the key of the tests.
    expect(await steps.getByText('Top up credits').count()).toBe(0);
    await steps.getByRole('link', { name: 'Create token' }).waitFor();
  });
});
