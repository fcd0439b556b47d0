/** Receipts, billing details, spending and the budget by session: the endpoints of the API, and no others. */
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from './people.ts';

describeService('a member', (service) => {
  it('pays, reads the receipt and the spending, and sets the budget', async () => {
    const { page, inside, workspace } = await member(service);
    const { client } = workspace;
    const billing = { name: 'Łódź Çelik', address: ['1 Main Street'], taxNumber: null };
    expect(await page.api('setBilling', { ...inside, ...billing })).toEqual({ billing });
    expect(await page.api('getBilling', inside)).toEqual({ billing });
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 25 });
    await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome: 'succeed' });
    const listed = await page.api('listReceipts', inside);
    expect(listed).toEqual(await client.call('listReceipts', {}));
    const number = String(listed.receipts[0]?.number);
    const { receipt } = await page.api('getReceipt', { ...inside, number });
    expect(receipt).toMatchObject({ topUpId: topUp.id, buyer: billing });
    const pdf = await page.requestApi('downloadReceipt', { ...inside, number });
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${receipt.label}.pdf"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(pdf.text.slice(0, 5)).toBe('%PDF-');

    await service.liveDomain(client);
    expect(await page.api('setBudget', { ...inside, budget: 45 })).toEqual({ budget: 45 });
    const spending = await page.api('getSpending', inside);
    expect(spending).toMatchObject({ total: 12, budget: 45 });
    expect(spending).toEqual(await client.call('getSpending', {}));
    const csv = await page.requestApi('exportSpending', inside);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text).toBe((await client.request('exportSpending', {})).text);
  });

  it('of another workspace sees none of it', async () => {
    const { page } = await member(service);
    const { inside } = await member(service);
    for (const [name, input] of [
      ['listReceipts', {}],
      ['getReceipt', { number: '1' }],
      ['downloadReceipt', { number: '1' }],
      ['getBilling', {}],
      ['getSpending', {}],
      ['exportSpending', {}],
      ['setBudget', { budget: 45 }],
    ] as const) {
      const answer = await page.requestApi(name, { ...inside, ...input });
      expectRefusal(answer, { status: 404, code: 'workspace_not_found' });
    }
  });
});
