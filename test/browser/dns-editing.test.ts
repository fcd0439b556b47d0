/** Editing records with input errors, undo, concurrent changes and lost connections. */

import { until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, loseAnswer } from './browser.ts';
import { addRecord, editRecord, openDns, recordsOf } from './dns-stage.ts';
import { takePictures } from './screenshots.ts';

const website = { type: 'A', name: 'www', value: '192.0.2.1' } as const;

describeDashboard('Editing records', (dashboard) => {
  it('shows the error of the API beside the field, on blur', async () => {
    const { page } = await openDns(dashboard);
    await page.getByRole('button', { name: 'Receive email' }).click();
    const form = page.getByRole('form', { name: 'New record' });
    const priority = form.getByLabel('Priority');
    await priority.fill('70000');
    expect(await form.getByText('is not an integer').count()).toBe(0);
    await priority.blur();
    await form.getByText('The priority "70000" is not an integer from 0 to 65535.').waitFor();
    await form.getByRole('button', { name: 'Save record' }).click();
    await form.getByText('Mail server is missing.').waitFor();
    await priority.fill('10');
    expect(await form.getByText('is not an integer').count()).toBe(0);
    await form.getByLabel('Mail server').fill('mail.example.net');
    await form.getByLabel('Mail server').press('Enter');
    await page.getByRole('cell', { name: '10 mail.example.net', exact: true }).waitFor();
  });

  it('saves with Enter, cancels with Escape, and returns the focus', async () => {
    const stage = await openDns(dashboard, { records: [website] });
    const { page, domain } = stage;
    const what = `A record of www.${domain}`;
    const address = (await editRecord(page, what)).getByLabel('IPv4 address');
    await address.fill('192.0.2.9');
    await address.press('Escape');
    await page.getByRole('cell', { name: '192.0.2.1', exact: true }).waitFor();
    await until(
      'the focus is back',
      async () =>
        (await page.locator(':focus').getAttribute('aria-label')) === `Edit ${what}: 192.0.2.1`,
    );
    await page.keyboard.press('Enter');
    await address.fill('192.0.2.8');
    await address.press('Enter');
    await page.getByRole('cell', { name: '192.0.2.8', exact: true }).waitFor();
    await until('it is saved', async () => (await recordsOf(stage))[0]?.value === '192.0.2.8');
  });

  it('restores what was deleted', async () => {
    const record = { type: 'TXT', name: '@', ttl: 90, value: ' "half' } as const;
    const stage = await openDns(dashboard, { records: [record] });
    const { page, domain } = stage;
    await page.getByRole('button', { name: `Delete TXT record of ${domain}` }).click();
    await page.getByText('No records yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('TXT record restored').waitFor();
    await page.getByRole('button', { name: `Edit TXT record of ${domain}` }).waitFor();
    expect(await recordsOf(stage)).toEqual([record]);
  });

  it('never overwrites a concurrent change', async () => {
    const stage = await openDns(dashboard, { records: [website] });
    const { page, domain, workspaceId } = stage;
    const what = `A record of www.${domain}`;
    const other = await dashboard.signedIn(`domains/${domain}/dns`);
    expect(other.page.url()).toContain(workspaceId);

    const mine = await editRecord(page, what);
    const theirs = await editRecord(other.page, what);
    await theirs.getByLabel('IPv4 address').fill('192.0.2.20');
    await theirs.getByRole('button', { name: 'Save' }).click();
    await until('theirs is saved', async () => (await recordsOf(stage))[0]?.value === '192.0.2.20');

    await mine.getByLabel('IPv4 address').fill('192.0.2.30');
    await mine.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This record has changed').waitFor();
    const saved = mine.getByRole('region', { name: 'Saved now' });
    await saved.getByText('192.0.2.20').waitFor();
    const typed = mine.getByRole('region', { name: 'Your version' });
    await typed.getByText('192.0.2.30').waitFor();
    expect(await saved.getByText('Differs').count()).toBe(1);
    // Edit on: both versions stay in view.
    expect(await mine.getByLabel('IPv4 address').inputValue()).toBe('192.0.2.30');
    await mine.getByLabel('IPv4 address').fill('192.0.2.31');
    await typed.getByText('192.0.2.31').waitFor();
    expect((await recordsOf(stage))[0]?.value).toBe('192.0.2.20');
    await expectAccessible(page);
    await takePictures(page, 'conflict');
    const again = await editRecord(other.page, what);
    await mine.getByRole('button', { name: 'Save my version' }).click();
    await until('mine is saved', async () => (await recordsOf(stage))[0]?.value === '192.0.2.31');

    // The other person's row was open by then; keeping what is saved changes nothing.
    await again.getByLabel('IPv4 address').fill('192.0.2.40');
    await again.getByRole('button', { name: 'Save' }).click();
    await again.getByRole('region', { name: 'Saved now' }).getByText('192.0.2.31').waitFor();
    await again.getByRole('button', { name: 'Keep their version' }).click();
    await other.page.getByRole('cell', { name: '192.0.2.31', exact: true }).waitFor();
    expect((await recordsOf(stage))[0]?.value).toBe('192.0.2.31');
  });

  it('sends every change on a condition, and a change of another record is no conflict', async () => {
    const stage = await openDns(dashboard, { records: [website] });
    const { page, domain, client } = stage;
    const conditions: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') conditions.push(request.headers()['if-match']);
    });
    const form = await editRecord(page, `A record of www.${domain}`);
    await client.call('createRecord', { domain, type: 'A', name: 'api', value: '192.0.2.60' });
    await form.getByLabel('IPv4 address').fill('192.0.2.61');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '192.0.2.60', exact: true }).waitFor();
    await until('both are there', async () =>
      (await recordsOf(stage)).map(({ value }) => value).includes('192.0.2.61'),
    );
    expect(await page.getByText('This record has changed').count()).toBe(0);
    // Refused for the version that the page knew, then sent for the current one.
    expect(conditions).toEqual([expect.stringMatching(/^"/), expect.stringMatching(/^"/)]);
    expect(conditions[0]).not.toBe(conditions[1]);
  });

  it('adds a record on a condition, and shows what others did at its name', async () => {
    const stage = await openDns(dashboard, { records: [website] });
    const { page, domain, client } = stage;
    const conditions: (string | undefined)[] = [];
    const others = [
      { type: 'TXT', name: 'elsewhere', value: 'no obstacle' },
      { type: 'AAAA', name: 'api', value: '2001:db8::70' },
    ] as const;
    // Each commit of another person comes right before ours.
    let done = 0;
    await page.route('**/v1/domains/*/dns', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      conditions.push(route.request().headers()['if-match']);
      const other = others[done];
      done += 1;
      if (other !== undefined) await client.call('createRecord', { domain, ...other });
      return route.continue();
    });
    const form = await addRecord(page, 'A');
    await form.getByLabel('Name', { exact: true }).fill('api');
    await form.getByLabel('IPv4 address').fill('192.0.2.70');
    await form.getByRole('button', { name: 'Save record' }).click();

    // The first refusal was about another name; the second one is shown.
    await form.getByText('Other records with this name have changed').waitFor();
    const changes = form.getByRole('list', { name: 'Changes' });
    expect(await changes.innerText()).toMatch(/api AAAA 2001:db8::70/);
    expect(await changes.innerText()).not.toContain('elsewhere');
    await page.getByRole('cell', { name: '2001:db8::70', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'no obstacle', exact: true }).waitFor();
    expect(await form.getByLabel('IPv4 address').inputValue()).toBe('192.0.2.70');
    expect(await recordsOf(stage)).toHaveLength(3);
    await expectAccessible(page);
    await takePictures(page, 'conflict-add');
    await form.getByRole('button', { name: 'Add anyway' }).click();
    await page.getByRole('cell', { name: '192.0.2.70', exact: true }).waitFor();
    expect(await recordsOf(stage)).toHaveLength(4);
    expect(conditions).toHaveLength(3);
    expect(new Set(conditions).size).toBe(3);
    expect(conditions.every((condition) => condition?.startsWith('"'))).toBe(true);
  });

  it('nameservers changed by another person are shown beside those typed', async () => {
    const { page, domain, client } = await openDns(dashboard);
    await page.getByRole('navigation', { name: 'Domain' }).getByText('Nameservers').click();
    const first = page.getByLabel('Nameserver 1', { exact: true });
    await first.fill('mine.example.net');
    const theirs = ['theirs.example.net', 'ns2.example.net'];
    await client.call('replaceNameservers', { domain, nameservers: theirs });
    await page.getByRole('button', { name: 'Save nameservers' }).click();
    await page.getByText('The nameservers have changed').waitFor();
    await page
      .getByRole('region', { name: 'Saved now' })
      .getByText(theirs[0] ?? '')
      .waitFor();
    await page
      .getByRole('region', { name: 'Your version' })
      .getByText('mine.example.net')
      .waitFor();
    expect(await first.inputValue()).toBe('mine.example.net');
    await expectAccessible(page);
    expect((await client.call('getDomain', { domain })).domain.nameservers).toEqual(theirs);
    await page.getByRole('button', { name: 'Save my version' }).click();
    await page.getByText('Nameservers saved').waitFor();
    const { nameservers } = (await client.call('getDomain', { domain })).domain;
    expect(nameservers[0]).toBe('mine.example.net');
  });

  it('offers to create a record again that was deleted concurrently', async () => {
    const stage = await openDns(dashboard, { records: [website] });
    const { page, domain, client } = stage;
    const form = await editRecord(page, `A record of www.${domain}`);
    const [record] = (await client.call('listRecords', { domain })).records;
    await client.call('deleteRecord', { domain, recordId: record?.id ?? '' });
    await form.getByLabel('IPv4 address').fill('192.0.2.40');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This record was deleted').waitFor();
    await form.getByRole('button', { name: 'Create again' }).click();
    await page.getByRole('cell', { name: '192.0.2.40', exact: true }).waitFor();
    await until('it is there', async () => (await recordsOf(stage))[0]?.value === '192.0.2.40');
  });

  it('loses nothing with the connection, and adds nothing twice', async () => {
    const stage = await openDns(dashboard, { records: [website] });
    const { page, domain } = stage;
    const form = await editRecord(page, `A record of www.${domain}`);
    await form.getByLabel('IPv4 address').fill('192.0.2.50');
    await page.context().setOffline(true);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText("We couldn't reach the server").waitFor();
    expect(await form.getByLabel('IPv4 address').inputValue()).toBe('192.0.2.50');
    await page.context().setOffline(false);
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: '192.0.2.50', exact: true }).waitFor();
    await until('it is saved', async () => (await recordsOf(stage))[0]?.value === '192.0.2.50');

    // The answer is lost on its way back, so the person sends it again.
    const added = await addRecord(page, 'TXT');
    await added.getByLabel('Text').fill('once');
    await loseAnswer(page, '**/v1/domains/*/dns');
    await added.getByRole('button', { name: 'Save record' }).click();
    await added.getByText("We couldn't reach the server").waitFor();
    await added.getByRole('button', { name: 'Save record' }).dblclick();
    await page.getByText('TXT record added').waitFor();
    expect((await recordsOf(stage)).filter(({ value }) => value === 'once')).toHaveLength(1);
  });
});
