/** Receipts of top-ups: numbered without gaps, and never changed by later billing details. */
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { verifyLedger } from '../../packages/server/src/ledger/verify-ledger.ts';
import { type Member, mailsTo, member } from './people.ts';

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
      const { page, inside, workspace } = await member(service);
      const topUpId = await pay({ page, inside }, 50.25);
      const { receipts, next } = await page.call('listReceipts', inside);
      expect(next).toBeNull();
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
      const { receipt } = await page.call('getReceipt', { ...inside, number: String(number) });
      expect(receipt).toEqual({
        ...line,
        issuedAt: line?.paidAt,
        currency: 'USD',
        topUpId,
        paymentRef: null,
        seller,
        buyer: { name: workspace.name, address: [], taxNumber: null },
      });
    });

    it('keeps what it says when the billing details change', async () => {
      const { page, inside, workspace } = await member(service);
      const unset = { name: workspace.name, address: [], taxNumber: null };
      expect(await billingOf({ page, inside })).toEqual(unset);
      await pay({ page, inside }, 5);
      expect(await page.call('setBilling', { ...inside, ...billing })).toEqual({ billing });
      expect(await billingOf({ page, inside })).toEqual(billing);
      await pay({ page, inside }, 6);
      await page.call('setBilling', { ...inside, ...billing, name: ' Later Ltd ', address: [] });
      const { receipts } = await page.call('listReceipts', inside);
      const buyers = await Promise.all(
        receipts.map(async ({ number }) => {
          const { receipt } = await page.call('getReceipt', { ...inside, number: String(number) });
          return [receipt.credits, receipt.buyer];
        }),
      );
      expect(buyers).toEqual([
        [6, billing],
        [5, unset],
      ]);
      const later = { name: 'Later Ltd', address: [], taxNumber: billing.taxNumber };
      expect(await billingOf({ page, inside })).toEqual(later);
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
      const { page, inside, person } = await member(service);
      await page.call('renameWorkspace', { ...inside, email: person.email });
      await pay({ page, inside }, 5);
      const [line] = (await page.call('listReceipts', inside)).receipts;
      const mails = await mailsTo(service, person);
      expect(mails.map(({ textBody }) => textBody).join()).toContain(`Receipt: ${line?.label}`);
    });

    it('is listed in pages, newest first', async () => {
      const { page, inside } = await member(service);
      for (let count = 0; count < 51; count += 1) await pay({ page, inside }, 5);
      const { receipts, next } = await page.call('listReceipts', inside);
      expect(receipts).toHaveLength(50);
      expect(next).toBe(String(receipts.at(-1)?.number));
      const rest = await page.call('listReceipts', { ...inside, before: next ?? '' });
      expect(rest).toMatchObject({ receipts: [{ number: Number(next) - 1 }], next: null });
    });

    it("404: another workspace's answers like one that does not exist", async () => {
      const other = await member(service);
      await pay(other, 5);
      const [number = 0] = await numbersOf(other);
      const { page, inside } = await member(service);
      const answers = await Promise.all(
        [String(number), '999999', '0', '-1', '1.5', 'R-000001', '9'.repeat(40)].map((each) =>
          page.request('getReceipt', { ...inside, number: each }),
        ),
      );
      for (const answer of answers) {
        expectRefusal(answer, { status: 404, code: 'receipt_not_found' });
        expect(answer.text).toBe(answers[0]?.text);
      }
      expect((await page.call('listReceipts', inside)).receipts).toEqual([]);
    });

    it.each([
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(101) }],
      ['name', { name: 'two\nlines' }],
      ['name', { name: 'Acme \u202e dtL' }],
      ['address', { address: Array.from({ length: 7 }, () => 'a line') }],
      ['address[1]', { address: ['a line', 'x'.repeat(101)] }],
      ['taxNumber', { taxNumber: 'x'.repeat(51) }],
    ])('400: billing details with a wrong %s', async (field, wrong) => {
      const { page, inside } = await member(service);
      const answer = await page.request('setBilling', { ...inside, ...billing, ...wrong });
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [field] });
    });
  },
  { settings },
);

type Payer = Pick<Member, 'page' | 'inside'>;

async function pay(
  { page, inside }: Payer,
  credits: number,
  outcome: 'succeed' | 'fail' = 'succeed',
): Promise<string> {
  const { topUp } = await page.call('createTopUp', { ...inside, credits });
  await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome });
  return topUp.id;
}

async function numbersOf({ page, inside }: Payer): Promise<readonly number[]> {
  const { receipts } = await page.call('listReceipts', inside);
  return receipts.map(({ number }) => number);
}

async function billingOf({ page, inside }: Payer) {
  return (await page.call('listReceipts', inside)).billing;
}
