/** Receipts of top-ups: numbered without gaps, and never changed by later billing details. */
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { verifyLedger } from '../../packages/server/src/ledger/verify-ledger.ts';
import { type Member, mailsTo, member } from '../dashboard-api/people.ts';

const settings = {
  HOSTMASTER_SELLER_NAME: 'Names & Söhne GmbH',
  HOSTMASTER_SELLER_ADDRESS: 'Hauptstraße 1; 10115 Berlin; Germany',
  HOSTMASTER_SELLER_TAX_NUMBER: 'VAT ID DE123456789',
};

const seller = {
  name: 'Names & Söhne GmbH',
  address: ['Hauptstraße 1', '10115 Berlin', 'Germany'],
  taxNumber: 'VAT ID DE123456789',
};

const billing = {
  name: '株式会社ドメイン',
  address: ['千代田区丸の内1-1', '東京都 100-0005', 'Japan'],
  taxNumber: 'T1234567890123',
};

describeService(
  'The receipt of a top-up',
  (service) => {
    it('has both sides, the amount, the date and the payment', async () => {
      const payer = await member(service);
      const { client, name } = payer.workspace;
      const topUpId = await pay(payer, 50.25);
      const { receipts, cursor } = await client.call('listReceipts', {});
      expect(cursor).toBeNull();
      const [line, ...others] = receipts;
      expect(others).toEqual([]);
      const number = line?.number ?? 0;
      expect(line).toEqual({
        number,
        label: `R-${String(number).padStart(6, '0')}`,
        credits: 50.25,
        paidAt: expect.stringMatching(/^\d{4}-/),
        isTest: true,
      });
      const { receipt } = await client.call('getReceipt', { number: String(number) });
      expect(receipt).toEqual({
        ...line,
        issuedAt: line?.paidAt,
        currency: 'USD',
        topUpId,
        paymentRef: null,
        seller,
        buyer: { name, address: [], taxNumber: null },
      });
    });

    it('keeps what it says when the billing details change', async () => {
      const payer = await member(service);
      const { client, name } = payer.workspace;
      const unset = { name, address: [], taxNumber: null };
      expect(await client.call('getBilling', {})).toEqual({ billing: unset });
      await pay(payer, 5);
      expect(await client.call('setBilling', billing)).toEqual({ billing });
      expect(await client.call('getBilling', {})).toEqual({ billing });
      await pay(payer, 6);
      const later = { name: 'Later Ltd', address: [], taxNumber: billing.taxNumber };
      const answer = await client.call('setBilling', { ...later, name: ' Later Ltd ' });
      expect(answer).toEqual({ billing: later });
      const { receipts } = await client.call('listReceipts', {});
      const buyers = await Promise.all(
        receipts.map(async ({ number }) => {
          const { receipt } = await client.call('getReceipt', { number: String(number) });
          return [receipt.credits, receipt.buyer];
        }),
      );
      expect(buyers).toEqual([
        [6, billing],
        [5, unset],
      ]);
      expect(await client.call('getBilling', {})).toEqual({ billing: later });
    });

    it('has the next number when several pay at once; a failed payment takes none', async () => {
      const people = await Promise.all([1, 2, 3].map(() => member(service)));
      const [first] = people;
      if (first === undefined) throw new Error('No one is there.');
      await pay(first, 5);
      const before = await numbersOf(first);
      const [start = 0] = before;
      await Promise.all(
        people.flatMap((one) => [
          pay(one, 5),
          pay(one, 6, 'fail'),
          pay(one, 7),
          pay(one, 8, 'fail'),
        ]),
      );
      const numbers = (await Promise.all(people.map(numbersOf))).flat().sort((a, b) => a - b);
      expect(numbers).toEqual([0, 1, 2, 3, 4, 5, 6].map((offset) => start + offset));
      expect(await verifyLedger(service.database)).toMatchObject({ ok: true, problems: [] });
    });

    it('is named in the mail about the payment', async () => {
      const payer = await member(service);
      const { page, inside, person } = payer;
      await page.call('renameWorkspace', { ...inside, email: person.email });
      await pay(payer, 5);
      const [line] = (await payer.workspace.client.call('listReceipts', {})).receipts;
      const mails = await mailsTo(service, person);
      expect(mails.map(({ textBody }) => textBody).join()).toContain(`Receipt: ${line?.label}`);
    });

    it('is listed in pages, newest first', async () => {
      const payer = await member(service);
      const { client } = payer.workspace;
      for (let count = 0; count < 51; count += 1) await pay(payer, 5);
      const { receipts, cursor } = await client.call('listReceipts', {});
      expect(receipts).toHaveLength(50);
      const last = receipts.at(-1)?.number ?? 0;
      const rest = await client.call('listReceipts', { cursor: cursor ?? '' });
      expect(rest).toMatchObject({ receipts: [{ number: last - 1 }], cursor: null });
      const two = await client.call('listReceipts', { limit: 2 });
      expect(two.receipts).toEqual(receipts.slice(0, 2));
      const next = await client.call('listReceipts', { limit: 2, cursor: two.cursor ?? '' });
      expect(next.receipts).toEqual(receipts.slice(2, 4));
    });

    it("404: another workspace's answers like one that does not exist", async () => {
      const other = await member(service);
      await pay(other, 5);
      const [number = 0] = await numbersOf(other);
      const { client } = await service.workspace();
      for (const name of ['getReceipt', 'downloadReceipt'] as const) {
        const texts = new Set<string>();
        for (const each of [String(number), ...noNumbers]) {
          const answer = await client.request(name, { number: each });
          expectRefusal(answer, { status: 404, code: 'receipt_not_found' });
          expect(answer.headers['content-disposition']).toBeUndefined();
          texts.add(answer.text);
        }
        expect(texts.size).toBe(1);
      }
      expect((await client.call('listReceipts', {})).receipts).toEqual([]);
    });

    it('403: a key of lesser scope, and one that is limited to certain domains', async () => {
      const payer = await member(service);
      const { workspace } = payer;
      await pay(payer, 5);
      const number = String((await numbersOf(payer))[0]);
      const domain = await service.liveDomain(workspace.client);
      const { client: read } = await service.key(workspace, { scope: 'read' });
      const { client: dns } = await service.key(workspace, { scope: 'dns' });
      const { client: limited } = await service.key(workspace, { domains: [domain] });
      const forbidden = { status: 403, code: 'forbidden' } as const;
      for (const [name, input] of [
        ['listReceipts', {}],
        ['getReceipt', { number }],
        ['downloadReceipt', { number }],
        ['getBilling', {}],
      ] as const) {
        expect((await read.request(name, input)).status, name).toBe(200);
        expectRefusal(await dns.request(name, input), forbidden);
        expectRefusal(await limited.request(name, input), forbidden);
      }
      for (const client of [read, dns, limited]) {
        expectRefusal(await client.request('setBilling', billing), forbidden);
      }
      const { billing: kept } = await read.call('getBilling', {});
      expect(kept.name).toBe(workspace.name);
    });

    it.each([
      ['limit', { limit: 0 }],
      ['limit', { limit: 101 }],
      ['cursor', { cursor: 'x' }],
      ['cursor', { cursor: Buffer.from('www').toString('base64url') }],
      ['cursor', { cursor: Buffer.from('9'.repeat(16)).toString('base64url') }],
      ['before', { before: '5' }],
    ])('400: a list with a wrong %s', async (field, input) => {
      const { client } = await service.workspace();
      const answer = await client.request('listReceipts', input);
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [field] });
    });

    it.each([
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', { name: 'two\nlines' }],
      ['name', { name: 'Acme \u202e dtL' }],
      ['address', { address: Array.from({ length: 7 }, () => 'a line') }],
      ['address[1]', { address: ['a line', 'x'.repeat(101)] }],
      ['address', { address: 'one line' }],
      ['address[0]', { address: ['tab\tstop'] }],
      ['address[0]', { address: [''] }],
      ['taxNumber', { taxNumber: 'x'.repeat(51) }],
      ['taxNumber', { taxNumber: '\u0007' }],
      ['taxNumber', { taxNumber: undefined }],
      ['country', { country: 'JP' }],
    ])('400: billing details with a wrong %s', async (field, wrong) => {
      const { client } = await service.workspace();
      const answer = await client.request('setBilling', { ...billing, ...wrong });
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [field] });
    });
  },
  { settings },
);

/** What the path of a receipt may not have. */
const noNumbers = [
  ...['999999', '0', '-1', '1.5', '1e3', '01', 'R-000001', ' ', '9999999999999999'],
  '9'.repeat(400),
];

async function pay(
  { page, inside }: Pick<Member, 'page' | 'inside'>,
  credits: number,
  outcome: 'succeed' | 'fail' = 'succeed',
): Promise<string> {
  const { topUp } = await page.call('createTopUp', { ...inside, credits });
  await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome });
  return topUp.id;
}

async function numbersOf({ workspace }: Pick<Member, 'workspace'>): Promise<readonly number[]> {
  const { receipts } = await workspace.client.call('listReceipts', {});
  return receipts.map(({ number }) => number);
}
