/** What tests of the domain pages need beside the page: the owner's workspace, with credits and names. */

import { query } from '@hostmaster/test-rig/any-query';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { contact } from '@hostmaster/test-rig/service';
import type { Page } from 'playwright-core';
import type { TestDashboard, Visit, VisitOptions } from './browser.ts';

export interface DomainStage extends Visit {
  readonly workspaceId: string;
  /** The API with a key of the same workspace. */
  readonly client: ApiClient;
}

/** The owner at a page of their workspace, which has as many credits more. */
export async function openStage(
  dashboard: TestDashboard,
  path: string,
  options: VisitOptions & { readonly credits?: string } = {},
): Promise<DomainStage> {
  const { service } = dashboard;
  const { workspaceId } = await dashboard.owner();
  await service.database.transaction((tx) => tx.run(verifyEveryone, { at: Date.now() }));
  if (options.credits !== undefined) await service.addCredits({ id: workspaceId }, options.credits);
  const { client } = await service.key({ id: workspaceId });
  const visit = await dashboard.signedIn(path, options);
  return { ...visit, workspaceId, client };
}

/** Hides the reminder to verify the email address: tests do not read that mail. */
const verifyEveryone = query<{ at: number }>()(({ db, p }) =>
  db.updateTable('users').set({ email_verified_at: p.at }).where('email_verified_at', 'is', null),
);

export function workspaceOf(page: Page): string {
  const id = new URL(page.url()).pathname.split('/')[2];
  if (id === undefined) throw new Error(`${page.url()} is no page of a workspace.`);
  return id;
}

/** As a person would. */
export async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('First name').fill(contact.firstName);
  await page.getByLabel('Last name').fill(contact.lastName);
  await page.getByLabel('Organization').fill(contact.organization);
  await page.getByLabel('Email address').fill(contact.email);
  await page.getByLabel('Phone').fill(contact.phone);
  await page.getByLabel('Street address').fill(contact.address1);
  await page.getByLabel('Apartment, suite, etc.').fill(contact.address2);
  await page.getByLabel('Postal code').fill(contact.postalCode);
  await page.getByLabel('City').fill(contact.city);
  await page.getByLabel('State, province or region').fill(contact.stateProvince);
  await page.getByLabel('Country').selectOption('United Kingdom');
}
