/** A PDF of a receipt comes from an installed service: its fonts and its thread are there. */
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import { expect } from 'vitest';
import type { StartedService } from './installation.ts';

export async function expectReceipt({ url, output }: StartedService): Promise<void> {
  const [, token = ''] = /\/set-up#([\w-]+)/.exec(output()) ?? [];
  const page = new DashboardClient(new ApiClient({ url, apiKey: null }), { origin: url });
  await page.open();
  const { workspaces } = await page.call('setUpOwner', {
    token,
    name: 'Ada',
    email: 'ada@example.com',
    password: 'a horse that counts to nine',
  });
  const inside = { workspaceId: workspaces[0]?.id ?? '' };
  const billing = { name: '株式会社ドメイン', address: ['شارع التحرير'], taxNumber: null };
  await page.api('setBilling', { ...inside, ...billing });
  const { topUp } = await page.call('createTopUp', { ...inside, credits: 25 });
  await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome: 'succeed' });
  const pdf = await page.requestApi('downloadReceipt', { ...inside, number: '1' });
  expect(pdf.status, pdf.text).toBe(200);
  expect(pdf.text.slice(0, 5)).toBe('%PDF-');
  for (const family of ['noto-sans-arabic', 'noto-sans-sc']) expect(pdf.text).toContain(family);
}
