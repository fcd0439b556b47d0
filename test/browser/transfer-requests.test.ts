/** Another registrar asks for a domain: every page about the domain shows it, with both answers. */
import { query } from '@hostmaster/test-rig/any-query';
import { sendOf, updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { openRival } from '@hostmaster/test-rig/rival';
import { type TestService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { describeDashboard, owner } from './browser.ts';
import { openStage } from './domain-stage.ts';
import { takePictures } from './screenshots.ts';

const forgetPasswords = query<{ at: number }>()(({ db, p }) =>
  db.updateTable('sessions').set({ password_at: p.at }),
);

describeDashboard('The request of another registrar for a domain', (dashboard) => {
  const { service } = dashboard;

  it('is on the overview, in the list and on every tab of the domain, and is answered there', async () => {
    const stage = await openStage(dashboard, 'overview', { credits: '200' });
    const { page, client, workspaceId } = stage;
    const open = (path: string) => page.goto(dashboard.address(`/${workspaceId}/${path}`));
    const kept = await service.liveDomain(client, 'kept-loom.com');
    const left = await service.liveDomain(client, 'left-loom.com');
    const quiet = await service.liveDomain(client, 'quiet-loom.com');
    await page.getByText(quiet).first().waitFor();
    for (const name of [kept, left]) await requestTransfer(service, name);

    // Announced to the page that is open.
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const requestFor = (name: string) =>
      attention.getByRole('listitem').filter({ hasText: `Another registrar requested ${name}.` });
    await requestFor(kept).waitFor();
    await requestFor(left)
      .getByText(/Unless you deny it, the transfer completes in \d days, on \d+ \w+ \d+\./)
      .waitFor();
    await expectAccessible(page);
    await takePictures(page, 'transfer-request-overview');

    await page.getByRole('link', { name: 'Domains', exact: true }).click();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const mark = row(kept).getByText('Transfer requested').filter({ visible: true });
    await mark.waitFor();
    expect(await row(quiet).getByText('Transfer requested').count()).toBe(0);
    const requests = page.getByRole('list', { name: 'Transfer requests' });
    expect(await requests.getByRole('listitem').count()).toBe(2);
    await requests.getByRole('button', { name: `Deny the transfer of ${left}` }).waitFor();
    await expectAccessible(page);
    await takePictures(page, 'transfer-request-list');

    await row(kept).getByRole('link', { name: kept }).click();
    await page.getByText('Transfer requested').first().waitFor();
    expect(await page.getByRole('button', { name: 'Renew', exact: true }).count()).toBe(0);
    const banner = page.getByRole('status').filter({ hasText: 'Another registrar requested this' });
    await banner.waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await banner.getByRole('button', { name: `Approve the transfer of ${kept}` }).waitFor();
    const card = page.getByRole('region', { name: 'Transfer to another registrar' });
    await card.getByText(/doesn't stop a request that was already made/).waitFor();
    expect(await card.getByRole('button', { name: /lock/ }).count()).toBe(0);
    await expectAccessible(page);
    await takePictures(page, 'transfer-request-domain');
    await card.getByRole('button', { name: `Deny the transfer of ${kept}` }).click();
    await page.getByText(`Transfer of ${kept} denied`).first().waitFor();
    await banner.waitFor({ state: 'detached' });
    expect(await service.registrar.transferOf(kept)).toMatchObject({ status: 'denied' });

    // Approving moves the name: it asks first, and for the password.
    await service.database.transaction((tx) => tx.run(forgetPasswords, { at: 0 }));
    await open('overview');
    await requestFor(left)
      .getByRole('button', { name: `Approve the transfer of ${left}` })
      .click();
    const dialog = page.getByRole('dialog', { name: `Approve the transfer of ${left}?` });
    await dialog.getByRole('button', { name: 'Approve transfer' }).click();
    const gate = page.getByRole('dialog', { name: 'Confirm your password' });
    expect(await service.registrar.transferOf(left)).toMatchObject({ status: 'pending' });
    await gate.getByLabel('Password', { exact: true }).fill(owner.password);
    await gate.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(`Transfer of ${left} approved`).first().waitFor();
    await requestFor(left).waitFor({ state: 'detached' });
    await until('it is gone', async () => {
      return (await client.request('getDomain', { domain: left })).status === 404;
    });
  });

  it('is answered once: a page that shows an older request says so', async () => {
    const { page, client } = await openStage(dashboard, 'domains', { credits: '50' });
    const name = await service.liveDomain(client, 'raced-loom.com');
    await requestTransfer(service, name);
    const deny = page.getByRole('button', { name: `Deny the transfer of ${name}` });
    await deny.waitFor();
    await page.route('**/transfer-out', (route) =>
      route.fulfill({
        status: 409,
        json: { error: 'This request has already ended.', code: 'transfer_ended' },
      }),
    );
    await deny.click();
    await page.getByText('This request has already ended.').first().waitFor();
  });
});

async function requestTransfer(service: TestService, name: string): Promise<void> {
  await service.untilNoJobs(name);
  const current = await service.registrar.info(name);
  if (current?.authCode == null) throw new Error(`${name} has no auth code.`);
  await service.registrar.update(updateOf(current, { transferLocked: false }));
  const rival = await openRival(service);
  const { authCode } = current;
  const request = { ...sendOf(name), authCode, years: 1, requestedAt: 0, premium: null };
  expect(await rival.requestTransfer(request)).toMatchObject({ kind: 'pending' });
  await rival.close();
}
