/** The section "In the dashboard" of docs/transfers.md: each link and button that it names, in its order. */

import { dayMs } from '@hostmaster/contract/durations';
import { rivalAuthCode } from '@hostmaster/registry';
import { query } from '@hostmaster/test-rig/any-query';
import { sendOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { openRival } from '@hostmaster/test-rig/rival';
import { type TestService, until } from '@hostmaster/test-rig/service';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { prices } from '../../packages/server/src/storage/tables/prices/prices.ts';
import { section } from '../docs/documents.ts';
import { describeDashboard } from './browser.ts';
import { fillContact, openStage } from './domain-stage.ts';

const findLink = query<{ subject: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select('text_body as text')
    .where('subject', 'like', p.subject)
    .where('text_body', 'like', '%/transfer-out#%'),
);

describeDashboard('docs/transfers.md, "In the dashboard"', (dashboard) => {
  const { service } = dashboard;

  it('brings a domain in, changes its owner, restores one and lets it go', async () => {
    const stage = await openStage(dashboard, 'overview', { credits: '500' });
    const { page, client, workspaceId } = stage;
    const open = (path: string) => page.goto(dashboard.address(`/${workspaceId}/${path}`));
    const press = readerOf();
    const coming = 'sandbox-rival-walk.com';
    const lost = await service.liveDomain(client, 'sandbox-redemption-walk.com');

    await press(page.getByRole('navigation').first());
    await press(page);
    await press(page);
    await page.getByLabel('Domain name').fill(coming);
    await press(page);
    await page.getByLabel('Auth code').fill(rivalAuthCode);
    await fillContact(page);
    await press(page);
    await page.getByText('Waiting for the other registrar').waitFor();
    await press(page.getByRole('listitem').filter({ hasText: coming }));
    await page.getByRole('button', { name: 'Add record' }).waitFor();
    await service.settled();
    await service.advanceCalendar(5 * dayMs);
    // The page of the records becomes the page of the domain.
    await press(page);
    await press(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Last name').fill('Somerville');
    await dialog.getByLabel('The current owner and the new owner agree to this change.').check();
    await press(dialog);
    await page
      .getByRole('region', { name: 'Domain owner' })
      .getByText(/Somerville/)
      .waitFor();

    const price = { workspaceId: '', tld: 'com' };
    const rows = [update(prices, price, { restoreCredits: 80 })];
    await persistChange(service.database, { rows });
    await service.settled();
    await service.advanceCalendar(391 * dayMs);
    await until('it is deleted', async () => {
      const row = await service.database.first(findHeldDomain, { name: lost });
      return typeof row?.release.redemptionUntil === 'number';
    });
    await open(`domains/${lost}`);
    await press(page);
    await press(dialog);
    await page.getByText('This domain was deleted').waitFor({ state: 'detached' });
    await service.untilNoJobs(lost);

    await press(page);
    await press(page);
    await press(page);
    await press(dialog);
    const authCode = await dialog.getByRole('textbox', { name: 'Auth code' }).inputValue();
    await service.untilNoJobs(lost);
    await requestAsRival(service, { name: lost, authCode });
    const visit = await dashboard.visit(`/transfer-out#${await linkOf(service, lost)}`);
    await press(visit.page);
    await visit.page
      .getByRole('heading', { name: `You approved the transfer of ${lost}` })
      .waitFor();
    await until('it is gone', async () => {
      return (await client.request('getDomain', { domain: lost })).status === 404;
    });
    expect(press.remaining()).toEqual([]);
    expect((await client.call('getContact', { domain: coming })).contact.lastName).toBe(
      'Somerville',
    );
  });
});

/** Presses what the document names next. */
function readerOf() {
  const text = section('docs/transfers.md', 'In the dashboard');
  const names = [...text.matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1] ?? '');
  const press = async (place: Page | Locator) => {
    const name = names.shift() ?? '';
    const named = { name: new RegExp(`(^| )${name}( |$)`) };
    const target = place.getByRole('link', named).or(place.getByRole('button', named));
    await target.first().click();
  };
  return Object.assign(press, { remaining: () => names });
}

async function requestAsRival(
  service: TestService,
  { name, authCode }: { readonly name: string; readonly authCode: string },
): Promise<void> {
  const rival = await openRival(service);
  const request = { ...sendOf(name), authCode, years: 1, requestedAt: 0, premium: null };
  expect(await rival.requestTransfer(request)).toMatchObject({ kind: 'pending' });
  await rival.close();
}

async function linkOf({ database }: TestService, name: string): Promise<string> {
  const subject = `%${name}%`;
  await until('the owner has mail', async () => {
    return (await database.first(findLink, { subject })) !== undefined;
  });
  const mail = await database.first(findLink, { subject });
  return /transfer-out#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
