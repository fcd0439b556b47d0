/** The DNS page of a live domain, with an API key to check its state. */
import { type RecordType, typeLabel } from '@hostmaster/dns/records';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import type { Locator, Page } from 'playwright-core';
import type { TestDashboard, VisitOptions } from './browser.ts';

export interface DnsStage {
  readonly page: Page;
  readonly domain: string;
  readonly workspaceId: string;
  /** A client of the same workspace, for what the page is checked against. */
  readonly client: ApiClient;
}

export interface DnsStageOptions extends VisitOptions {
  /** There before the page opens. */
  readonly records?: readonly NewRecord[];
  readonly domain?: string;
}

export interface NewRecord {
  readonly type: RecordType;
  readonly name?: string;
  readonly ttl?: number;
  readonly value: string;
}

export async function openDns(
  dashboard: TestDashboard,
  options: DnsStageOptions = {},
): Promise<DnsStage> {
  const { service } = dashboard;
  const { workspaceId } = await dashboard.owner();
  await service.addCredits({ id: workspaceId }, '1000');
  const { client } = await service.key({ id: workspaceId });
  const domain = await service.liveDomain(client, options.domain ?? service.freshName('dns'));
  for (const record of options.records ?? []) {
    await client.call('createRecord', { domain, ...record });
  }
  const { page } = await dashboard.signedIn(`domains/${domain}/dns`, options);
  await page.getByRole('button', { name: 'Add record' }).waitFor();
  return { page, domain, workspaceId, client };
}

/** Opens the form for a new record of a type. */
export async function addRecord(page: Page, type: RecordType): Promise<Locator> {
  await page.getByRole('button', { name: 'Add record' }).click();
  const form = page.getByRole('form', { name: 'New record' });
  if (type !== 'A') await choose(form, 'Type', new RegExp(`^${typeLabel(type)} `));
  return form;
}

/** Opens a record in its row. */
export async function editRecord(page: Page, what: string): Promise<Locator> {
  await page.getByRole('button', { name: `Edit ${what}` }).click();
  return page.getByRole('form', { name: `Edit ${what}` });
}

/** Picks from one of the page's own lists. */
export async function choose(form: Locator, label: string, option: string | RegExp): Promise<void> {
  await form.getByLabel(label, { exact: true }).click();
  await form.page().getByRole('option', { name: option, exact: true }).click();
}

/** What the API lists, without ids. */
export async function recordsOf({ client, domain }: DnsStage): Promise<NewRecord[]> {
  const { records } = await client.call('listRecords', { domain });
  return records.map(({ id: _, ...record }) => record);
}
