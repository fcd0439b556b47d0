/** The DNS page shows the state of registry, nameservers and secondaries, and warnings. */

import { runCommand } from '@hostmaster/test-rig/process';
import { contact } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { findZone } from '../../packages/server/src/storage/queries/zones/zones.ts';
import { statement } from '../../packages/server/src/storage/statements.ts';
import { StandInSecondary } from '../dns/stand-in-secondary.ts';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, viewports } from './browser.ts';
import { addRecord, type NewRecord, openDns } from './dns-stage.ts';
import { takePictures } from './screenshots.ts';

const zone: readonly NewRecord[] = [
  { type: 'A', name: '@', value: '192.0.2.10' },
  { type: 'AAAA', name: '@', value: '2001:db8::10' },
  { type: 'HTTPS', name: '@', value: '1 . alpn="h2,h3"' },
  { type: 'MX', name: '@', value: '10 mx1.mail.example.net' },
  { type: 'MX', name: '@', value: '20 mx2.mail.example.net' },
  { type: 'TXT', name: '@', value: 'v=spf1 include:_spf.mail.example.net -all' },
  { type: 'SRV', name: '_sip._tls', value: '10 60 5061 sip.example.net' },
  { type: 'TLS', name: '_443._tcp', value: `3 1 1 ${'5e'.repeat(32)}` },
  { type: 'CNAME', name: 'docs', ttl: 300, value: 'pages.example.net' },
  { type: 'TXT', name: 'k1._domainkey', value: `v=DKIM1; k=rsa; p=${'MIGfMA0GCSq'.repeat(36)}` },
  { type: 'A', name: 'www', ttl: 300, value: '192.0.2.10' },
];

describeDashboard('The DNS page', (dashboard) => {
  it('is accessible on every screen size', async () => {
    const { page } = await openDns(dashboard, { domain: 'analytical-engines.com', records: zone });
    await page.getByRole('cell', { name: 'v=spf1' }).nth(1).waitFor();
    await page.getByText(/^Serial/).waitFor();
    await expectAccessible(page);
    // The records are the subject, not what stands above them.
    await page.evaluate('scrollTo(0, 290)');
    await takePictures(page, 'dns');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Show less' }).waitFor();
    await page.getByRole('button', { name: 'Edit HTTPS record of analytical-engines.com' }).click();
    await takePictures(page, 'dns-edit');

    await page.setViewportSize(viewports.phone);
    await page.getByRole('button', { name: 'Add parameter' }).click();
    await expectAccessible(page);
    const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(wide)).toBe(0);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(wide)).toBe(0);
  });

  it('leads the first steps of an empty zone', async () => {
    const { page } = await openDns(dashboard);
    await page.getByText('No records yet').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Verify ownership' }).click();
    await page.getByLabel('Text').fill('owner=ada');
    await page.getByLabel('Text').press('Enter');
    await page.getByText('TXT record added').waitFor();
    await page.getByRole('cell', { name: 'owner=ada' }).nth(1).waitFor();
  });

  it('says which records are not published as they stand', async () => {
    const { page } = await openDns(dashboard, {
      records: [
        { type: 'NS', name: '@', value: 'ns9.example.net' },
        { type: 'TLS', name: '_25._tcp', value: 'ask the hoster' },
      ],
    });
    const row = (value: string) => page.getByRole('row').filter({ hasText: value });
    await row('ns9.example.net')
      .getByText(/^Not published: /)
      .waitFor();
    await row('ask the hoster')
      .getByText(/^Stored but not published/)
      .waitFor();

    const form = await addRecord(page, 'CNAME');
    await form.getByLabel('Name', { exact: true }).fill('shop');
    await form.getByLabel('Target').fill('www');
    await form.getByText(/Host names in values are absolute/).waitFor();
  });

  it('says before a record is saved that it would not be published, and why', async () => {
    const { page, client, domain } = await openDns(dashboard, {
      records: [
        { type: 'A', name: 'www', value: '192.0.2.1' },
        { type: 'ALIAS', name: 'shop', value: 'shops.example.net' },
      ],
    });
    const form = await addRecord(page, 'CNAME');
    await form.getByLabel('Name', { exact: true }).fill('www');
    await form.getByLabel('Target').fill('target.example.net.');
    await form
      .getByText('Not published: A or AAAA records at the same name take precedence.')
      .waitFor();
    await expectAccessible(page);
    await form.getByLabel('Name', { exact: true }).fill('blog');
    await form.getByText(/^Not published/).waitFor({ state: 'detached' });
    await form.getByRole('button', { name: 'Cancel' }).click();

    const second = await addRecord(page, 'A');
    await second.getByLabel('Name', { exact: true }).fill('www');
    await second.getByLabel('IPv4 address').fill('192.0.2.1');
    await second
      .getByText('Not published: an older record has the same name, type and value.')
      .waitFor();
    await second.getByLabel('Name', { exact: true }).fill('shop');
    await second.getByText(/^ALIAS shops\.example\.net: Not published: A or AAAA/).waitFor();
    await second.getByLabel('IPv4 address').press('Enter');
    await page
      .getByRole('row')
      .filter({ hasText: 'shops.example.net' })
      .getByText(/^Not published: /)
      .waitFor();
    const { problems } = await client.call('listProblems', { domain });
    expect(problems).toMatchObject([{ name: 'shop', type: 'ALIAS' }]);
  });

  it('says which nameserver of its own has no address, until it has one', async () => {
    const { page, domain } = await openDns(dashboard);
    await page.getByText('No records yet').waitFor();
    await page.getByRole('link', { name: 'Nameservers' }).click();
    await page.getByLabel('Nameserver 1', { exact: true }).fill(`ns1.${domain}`);
    await page.getByRole('button', { name: 'Save nameservers' }).click();
    await page.getByText('Nameservers saved').first().waitFor();
    await page.getByRole('link', { name: 'DNS', exact: true }).click();
    const warning = page.getByText(`ns1.${domain} is a nameserver of this domain and has no A`);
    await warning.waitFor();
    await expectAccessible(page);
    const form = await addRecord(page, 'A');
    await form.getByLabel('Name', { exact: true }).fill('ns1');
    await form.getByLabel('IPv4 address').fill('192.0.2.53');
    await form.getByLabel('IPv4 address').press('Enter');
    await warning.waitFor({ state: 'detached' });
  });

  it('says that other nameservers are asked', async () => {
    const { page, client, domain } = await openDns(dashboard);
    const nameservers = ['ns1.example.net', 'ns2.example.net'];
    await client.call('replaceNameservers', { domain, nameservers });
    await page.reload();
    await page.getByText("These records aren't in use").waitFor();
    await page.getByText('This domain uses ns1.example.net, ns2.example.net.').waitFor();
    await expectAccessible(page);
  });

  it('takes records before the registry has confirmed, and notices when it does', async () => {
    const { service } = dashboard;
    const { page, client, workspaceId } = await openDns(dashboard);
    const domain = service.freshName('waiting');
    const held = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    await page.goto(dashboard.address(`/${workspaceId}/domains/${domain}/dns`));
    await page.getByText('Records take effect once the registry confirms the domain.').waitFor();
    const form = await addRecord(page, 'A');
    await form.getByLabel('IPv4 address').fill('192.0.2.1');
    await form.getByLabel('IPv4 address').press('Enter');
    await page.getByRole('cell', { name: '192.0.2.1', exact: true }).waitFor();
    held.release();
    await page.getByText(/^Serial/).waitFor();
  });

  it('shows how far each secondary has come, and that one does not answer, by itself', async () => {
    const { service } = dashboard;
    const { page, domain } = await openDns(dashboard);
    await page.getByText('Served by the built-in nameserver.').waitFor();
    const ns1 = new StandInSecondary(service, 'ns1');
    await ns1.start();
    await page.reload();
    await page.getByText("ns1 hasn't synced yet").waitFor();

    const form = await addRecord(page, 'A');
    await form.getByLabel('IPv4 address').fill('192.0.2.1');
    await form.getByLabel('IPv4 address').press('Enter');
    await page.getByRole('cell', { name: '192.0.2.1', exact: true }).waitFor();
    const zone = await service.database.first(findZone, { name: domain });
    const serial = zone?.serial ?? 0;
    const confirm = (held: number) => {
      ns1.held.set(domain, held);
      return persistChange(service.database, {
        rows: [statement('confirmSerial', { zone: domain, secondary: 'ns1', serial: held })],
      });
    };
    await confirm(serial - 1);
    await page.getByText(`ns1 is syncing, at ${serial - 1}`).waitFor();
    await confirm(serial);
    await page.getByText('ns1 is up to date').waitFor();

    // Nothing changes meanwhile: that it is silent is found out without a change.
    await ns1.stop();
    await page.getByText('ns1 is not answering').waitFor({ timeout: 120_000 });
    const removed = await runCommand(service.place, 'secondary', 'remove', 'ns1');
    expect(removed).toMatchObject({ code: 0 });
  }, 300_000);
});
