import { balanceOf, contact, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, loseAnswer, owner } from './browser.ts';
import { fillContact, openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

describeDashboard('Finding and registering a name', (dashboard) => {
  it('leads from the empty list through search and form to a live domain', async () => {
    const { service } = dashboard;
    const { page, client } = await openStage(dashboard, 'domains', { credits: '100' });
    await page.getByText('No domains yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Find a domain' }).click();

    await page.getByRole('searchbox', { name: 'Domain name' }).fill('loomworks');
    const extensions = page.getByRole('list', { name: 'Extensions' });
    await extensions.getByRole('link', { name: 'loomworks.com' }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'domain-search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Register loomworks.com', level: 1 }).waitFor();
    await page.getByRole('radio', { name: '2 years, 24 credits' }).check();
    await fillContact(page);
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText('76 credits').waitFor();
    await expectAccessible(page);
    await page.evaluate('document.activeElement.blur(), window.scrollTo(0, 0)');
    await takePictures(page, 'domain-registration');
    const atRegistry = service.registry.hold('create', 'loomworks.com');
    await summary.getByRole('button', { name: 'Register for 24 credits' }).dblclick();

    await page.getByText('Registration in progress').waitFor();
    await page.getByText('Provisioning').waitFor();
    await expectAccessible(page);
    await until('the registry is asked', () => atRegistry.isWaiting());
    atRegistry.release();
    await page.getByText('loomworks.com is live').waitFor();
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await balanceOf(client)).toBe(76);
    const { domains } = await client.call('listDomains', {});
    expect(domains.map(({ name }) => name)).toEqual(['loomworks.com']);
  });

  it('offers the contact of last time', async () => {
    const { page, client } = await openStage(dashboard, 'domains/register/second-loom.com');
    await page.getByText('12 St James Square').waitFor();
    await page.getByRole('switch', { name: 'Auto-renew' }).click();
    await page.getByRole('button', { name: 'Register for 12 credits' }).click();
    await page.getByRole('heading', { name: 'second-loom.com', level: 1, exact: true }).waitFor();
    await dashboard.service.untilLive(client, 'second-loom.com');
    const { domain } = await client.call('getDomain', { domain: 'second-loom.com' });
    expect(domain).toMatchObject({ autoRenew: false, privacyEnabled: true, years: 1 });
  });

  it('knows its own names: in the search, and after Back', async () => {
    const { page } = await openStage(dashboard, 'domains/register/second-loom.com');
    await page.getByText('second-loom.com is yours').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Find a domain' }).click();
    await page.getByRole('link', { name: 'second-loom.com Yours' }).click();
    await page.getByRole('heading', { name: 'second-loom.com', level: 1, exact: true }).waitFor();
  });

  it('shows a registration in progress in the list, and a failed one until it is dismissed', async () => {
    const { page, client } = await openStage(dashboard, 'domains', { credits: '40' });
    const [slow, refused] = ['slow-loom.com', 'sandbox-reject-loom.com'];
    const atRegistry = dashboard.service.registry.hold('create', slow);
    await client.call('registerDomain', { domain: slow, contact });
    await client.call('registerDomain', { domain: refused, contact });
    await page.reload();
    await page.getByRole('row', { name: /slow-loom\.com.*Provisioning/ }).waitFor();
    atRegistry.release();
    await page.getByRole('row', { name: /slow-loom\.com.*Active/ }).waitFor();
    await page.getByRole('row', { name: /sandbox-reject-loom\.com.*Failed/ }).waitFor();
    await page.getByRole('link', { name: refused }).click();
    await page.getByText('Registration failed').waitFor();
    await expectAccessible(page);
    await page
      .getByRole('button', { name: `Dismiss ${refused}` })
      .first()
      .click();
    await page.getByText(`Registration of ${refused} dismissed`).first().waitFor();
    await page.getByRole('link', { name: slow }).waitFor();
    await page.getByRole('link', { name: refused }).waitFor({ state: 'detached' });
  });

  it('shows a whole name first, in the letters it was typed in, and its other endings', async () => {
    const { page } = await openStage(dashboard, 'domains/search');
    await page.getByRole('searchbox', { name: 'Domain name' }).fill('bücher.org');
    const typed = page.getByRole('list', { name: 'Your search' });
    await typed.getByText('xn--bcher-kva.org').waitFor();
    await typed.getByText('bücher').waitFor();
    await page
      .getByRole('list', { name: 'Other extensions' })
      .getByText('xn--bcher-kva.com')
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Register bücher.org', level: 1 }).waitFor();

    await page.getByRole('link', { name: 'Find a domain' }).click();
    const field = page.getByRole('searchbox', { name: 'Domain name' });
    await field.fill('in-a-hurry.net');
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Register in-a-hurry.net', level: 1 }).waitFor();
  });

  it('says what is taken, premium, impossible or not sold', async () => {
    const { page } = await openStage(dashboard, 'domains/search');
    const field = page.getByRole('searchbox', { name: 'Domain name' });
    await field.fill('google.com');
    await page.getByRole('list', { name: 'Your search' }).getByText('Taken').waitFor();
    await field.fill('sandbox-premium-loom.com');
    await page
      .getByRole('link', { name: /sandbox-premium-loom\.com.*Premium.*120 credits/ })
      .waitFor();
    await field.fill('-loom');
    await page.getByText("Domain names can't start or end with a hyphen.").waitFor();
    await field.fill('loom.unsold');
    await page.getByText("This extension isn't available here.").waitFor();
  });

  it('says since when and until when a name is taken, and looks it up', async () => {
    const { service } = dashboard;
    const { page } = await openStage(dashboard, 'domains/search');
    const { client } = await service.workspace({ credits: '100' });
    const organization = 'Other Looms Inc';
    const owner = { ...contact, organization };
    const order = { domain: 'taken-loom.com', contact: owner, privacyEnabled: false };
    await client.call('registerDomain', order);
    await service.untilLive(client, 'taken-loom.com');

    await page.getByRole('searchbox', { name: 'Domain name' }).fill('taken-loom.com');
    const found = page.getByRole('list', { name: 'Your search' });
    await found.getByText(/Registered on .+ 20\d\d, expires on .+ 20\d\d\./).waitFor();
    await expectAccessible(page);
    await found.getByRole('link', { name: 'Look up taken-loom.com' }).click();
    const card = page.getByRole('region', { name: 'taken-loom.com' });
    await card.getByText(organization).waitFor();
    await card.getByText('ns1.hostmaster.example').waitFor();
    await expectAccessible(page);

    await page.getByRole('searchbox', { name: 'Domain name' }).fill('example.org');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('No public data').waitFor();
    await page.getByRole('searchbox', { name: 'Domain name' }).fill('no name');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText(/must be a domain name such as example.com/).waitFor();
  });

  it('shows that the owner has not confirmed the address, and sends the link again', async () => {
    const { service } = dashboard;
    const stage = await openStage(dashboard, 'overview', { credits: '100' });
    const { page, client, workspaceId } = stage;
    const domain = service.freshName('unconfirmed');
    const owner = { ...contact, email: 'unconfirmed@example.org' };
    await client.call('registerDomain', { domain, contact: owner });
    await service.untilLive(client, domain);
    await page.goto(`${service.url}/dashboard/${workspaceId}/domains/${domain}/settings`);
    await page.getByText('Email address not confirmed yet').waitFor();
    await page.getByText('We asked unconfirmed@example.org').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await page.getByText('Link sent to unconfirmed@example.org').waitFor();
  });

  it('links to other extensions from a name that is taken', async () => {
    const { page } = await openStage(dashboard, 'domains/register/google.com');
    await page.getByText('google.com is taken').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'See other extensions' }).click();
    await page.getByRole('list', { name: 'Extensions' }).getByText('Taken').waitFor();
    expect(await page.getByRole('searchbox', { name: 'Domain name' }).inputValue()).toBe('google');
  });

  it('keeps the last answer while the next one is on its way, and says when none comes', async () => {
    const { page } = await openStage(dashboard, 'domains/search');
    const field = page.getByRole('searchbox', { name: 'Domain name' });
    await field.fill('spindle');
    await page.getByText('spindle').first().waitFor();
    const broken = dashboard.service.registry.breakQuestion('check', 'unavailable');
    await field.fill('spindles');
    await page.getByRole('alert').waitFor();
    broken.restore();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: /^spindles\.com/ }).waitFor();
  });
});

describeDashboard('The form of a registration', (dashboard) => {
  it('shows errors beside their fields and focuses the first', async () => {
    const { page } = await openStage(dashboard, 'domains/register/complaints.com', {
      credits: '50',
    });
    await page.getByRole('button', { name: 'Register for 12 credits' }).click();
    await page.getByText('Enter a street address.').waitFor();
    await page.getByText('Choose a country.').waitFor();
    expect(await page.getByLabel('Country').evaluate((input) => input.matches(':focus'))).toBe(
      true,
    );
    await fillContact(page);
    await page.getByLabel('Phone').fill('call me');
    await page.getByRole('button', { name: 'Register for 12 credits' }).click();
    await page.getByText('Enter a phone number with its country code').waitFor();
    expect(await page.getByText('Enter a street address.').count()).toBe(0);
    await expectAccessible(page);
    await page.getByLabel('Phone').fill('+44.20 7946 0000');
    expect(await page.getByText('Enter a phone number').count()).toBe(0);
  });

  it('starts with what is known, takes a phone number in any format and needs no state', async () => {
    const { page, client } = await openStage(dashboard, 'domains/register/utrecht.com');
    await page.getByLabel('Street address').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada');
    expect(await page.getByLabel('Last name').inputValue()).toBe('Lovelace');
    expect(await page.getByLabel('Email address').inputValue()).toBe(owner.email);
    await page.getByLabel('Phone').pressSequentially('0302311234');
    await page.getByLabel('Country').selectOption('Netherlands');
    await page.getByText('Saved as +31.302311234').waitFor();
    await page.getByLabel('Phone').fill('');
    await page.getByLabel('Phone').pressSequentially('+442079460000');
    await page.getByText('Saved as +44.2079460000').waitFor();
    expect(await page.getByLabel('Phone').inputValue()).toBe('+44 20 7946 0000');
    await page.getByText('If left empty, we use the city.').waitFor();
    await page.getByLabel('Street address').fill('Domplein 1');
    await page.getByLabel('Postal code').fill('3512 JC');
    await page.getByLabel('City').fill('Utrecht');
    await page.getByLabel('Save this contact for next time').uncheck();
    await page.getByRole('button', { name: 'Register for 12 credits' }).click();
    await page.getByRole('heading', { name: 'utrecht.com', level: 1, exact: true }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('+44.2079460000').waitFor();
    await page.getByText('Utrecht, Netherlands').waitFor();
    expect(await balanceOf(client)).toBe(38);
  });

  it('waits for the code that reads phone numbers, however slow the network is', async () => {
    const { page } = await openStage(dashboard, 'domains/register/slow-network.com', {
      credits: '12',
    });
    await fillContact(page);
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/phone-format-*.js', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.reload();
    await page.getByLabel('Phone').fill('020 7946 0000');
    await page.getByLabel('Save this contact for next time').uncheck();
    await page.getByRole('button', { name: 'Register for 12 credits' }).click();
    release();
    await page.getByRole('heading', { name: 'slow-network.com', level: 1, exact: true }).waitFor();
  });

  it('shows errors that only the API finds beside the field', async () => {
    const { page } = await openStage(dashboard, 'domains/register/too-long.com');
    await fillContact(page);
    await page.getByLabel('Postal code').fill('1'.repeat(17));
    await page.getByRole('button', { name: 'Register for 12 credits' }).click();
    await page.getByLabel('Postal code').and(page.locator('[aria-invalid=true]')).waitFor();
  });

  it('loses nothing on the way to the credits and back', async () => {
    const { page, client } = await openStage(dashboard, 'domains/register/costly.com', {
      credits: '12',
    });
    await fillContact(page);
    await page.getByRole('radio', { name: '10 years, 120 credits' }).check();
    await page.getByText('You need 70 more credits').waitFor();
    expect(await page.getByRole('button', { name: 'Register for 120 credits' }).isDisabled()).toBe(
      true,
    );
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Top up credits' }).click();
    await page.getByText('Finish registering costly.com').waitFor();
    await page.getByRole('link', { name: 'Continue registration' }).click();
    await page.getByLabel('First name').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe(contact.firstName);
    expect(await page.getByLabel('Country').inputValue()).toBe('GB');
    await page.getByText('You need 70 more credits').waitFor();
    await page.reload();
    expect(await page.getByLabel('City').inputValue()).toBe(contact.city);
    await page.getByRole('radio', { name: '1 year, 12 credits' }).check();
    await page.getByRole('button', { name: 'Register for 12 credits' }).click();
    await page.getByRole('heading', { name: 'costly.com', level: 1, exact: true }).waitFor();
    expect(await balanceOf(client)).toBe(38);
  });

  it('registers once, though an answer was lost and it was sent again', async () => {
    const { page, client } = await openStage(dashboard, 'domains/register/once.com');
    await page.getByText('12 St James Square').waitFor();
    await loseAnswer(page, '**/v1/domains');
    await page.getByRole('button', { name: 'Register for 12 credits' }).click();
    await page.getByText("We couldn't reach the server.").waitFor();
    await page.getByRole('button', { name: 'Register for 12 credits' }).click();
    await page.getByRole('heading', { name: 'once.com', level: 1, exact: true }).waitFor();
    expect(await balanceOf(client)).toBe(26);
  });

  it('hole 14: shows a price that rose in the meantime, and charges nothing', async () => {
    const { service } = dashboard;
    const { page, client, workspaceId } = await openStage(
      dashboard,
      'domains/register/dearer.net',
      { credits: '50' },
    );
    const button = (name: RegExp) => page.getByRole('button', { name });
    await button(/^Register for/).waitFor();
    const before = await balanceOf(client);
    await service.setPrice({ id: workspaceId }, { tld: 'net', register: 21, renew: 22 });
    await button(/^Register for/).click();
    await page.getByText('The price is now 21 credits.').waitFor();
    expect(await balanceOf(client)).toBe(before);
    await button(/^Register for 21 credits$/).click();
    await page.getByRole('heading', { name: 'dearer.net', level: 1, exact: true }).waitFor();
    expect(await balanceOf(client)).toBe(before - 21);
  });

  it('says so when the name was registered in the meantime', async () => {
    const { page, client } = await openStage(dashboard, 'domains/register/contested.com');
    await page.getByText('12 St James Square').waitFor();
    await client.call('registerDomain', { domain: 'contested.com', contact });
    await page.getByRole('button', { name: 'Register for 12 credits' }).click();
    await page.getByText('contested.com is yours').waitFor();
  });
});
