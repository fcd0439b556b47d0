/** The service's own pages: /reference with its console, and /help/errors, which need no account. */
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, viewports } from './browser.ts';

const looks = [
  { colorScheme: 'light', viewport: viewports.desktop },
  { colorScheme: 'dark', viewport: viewports.desktop },
  { colorScheme: 'light', viewport: viewports.phone },
  { colorScheme: 'dark', viewport: viewports.phone },
] as const;

describeDashboard('The reference', (dashboard) => {
  const at = (path: string) => `${dashboard.service.url}${path}`;

  it('is accessible in both themes and fits a phone, as is the page about errors', async () => {
    const { page } = await dashboard.newVisitor();
    for (const [path, heading] of [
      ['/reference#createRecord', 'API reference'],
      ['/help/errors#domain_taken', 'Errors'],
    ] as const) {
      await page.goto(at(path));
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      for (const { colorScheme, viewport } of looks) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize(viewport);
        await expectAccessible(page);
        const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
        expect(fits, page.url()).toBe(true);
      }
    }
  });

  it("calls the API with the reader's own key, and explains an error", async () => {
    const { client, apiKey } = await dashboard.service.workspace();
    const domain = await dashboard.service.liveDomain(client);
    const { page } = await dashboard.newVisitor();
    await page.goto(at('/reference'));
    await page.getByText('Create a DNS record', { exact: true }).click();
    const form = page.getByRole('form', { name: 'Try POST /v1/domains/{domain}/dns', exact: true });
    await form.getByLabel('domain', { exact: true }).fill(domain);
    await form.getByLabel('Body').fill('{"type":"A","name":"www","value":"192.0.2.7"}');
    await form.getByRole('button', { name: 'Send request' }).click();
    await form.getByText('Enter your API key at the top of the page first.').waitFor();
    await page.getByLabel('API key').fill(apiKey);
    await form.getByRole('button', { name: 'Send request' }).click();
    await form.getByText(/^200/).waitFor();
    const { records } = await client.call('listRecords', { domain });
    expect(records).toMatchObject([{ name: 'www', value: '192.0.2.7' }]);

    await form.getByLabel('Body').fill('{"type":');
    await form.getByRole('button', { name: 'Send request' }).click();
    await form.getByText(/^The body is not valid JSON/).waitFor();
    await form.getByLabel('Body').fill('{"type":"A","value":"no address"}');
    await form.getByRole('button', { name: 'Send request' }).click();
    await form.getByText(/^400/).waitFor();
    await form.getByRole('link', { name: 'About this error' }).click();
    await page.getByRole('heading', { name: 'invalid_request 400', level: 2 }).waitFor();

    // The key is nowhere but in the field of the page that was left.
    const stored = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    expect(stored).not.toContain(apiKey);
    await page.goBack();
    expect(await page.getByLabel('API key').inputValue()).toBe('');
  });

  it('can be read without a script', async () => {
    const { page, context } = await dashboard.newVisitor();
    await context.route('**/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    await page.goto(at('/help/errors#domain_taken'));
    await page
      .getByText('The name is already registered, or its registration is pending.')
      .waitFor();
    await page.goto(at('/reference'));
    await page.getByText('Create a DNS record', { exact: true }).click();
    await page.getByText('Owner name; @ is the apex.').first().waitFor();
    await expect(page.getByRole('button', { name: 'Send request' }).count()).resolves.toBe(0);
  });
});
