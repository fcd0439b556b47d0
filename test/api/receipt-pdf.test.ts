/** The PDF of a receipt: names in any script, the same file each time, and no other workspace's. */
import { execFileSync } from 'node:child_process';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { describeService, type TestService } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { type Member, member } from '../dashboard-api/people.ts';

const settings = {
  HOSTMASTER_SELLER_NAME: 'Names & Söhne GmbH',
  HOSTMASTER_SELLER_ADDRESS: 'Hauptstraße 1; 10115 Berlin; Germany',
  HOSTMASTER_SELLER_TAX_NUMBER: 'VAT ID DE123456789',
};

beforeAll(() => requirePrograms({ programs: ['pdftotext'], packages: ['poppler-utils'] }));

describeService(
  'The PDF of a receipt',
  (service) => {
    it('has both sides, the number, the amount and the date', async () => {
      const payer = await member(service);
      const number = await pay(payer, { name: 'Łódź Çelik', address: ['1 Main Street'] });
      const { receipt } = await payer.workspace.client.call('getReceipt', { number });
      const { headers, text } = await pdfOf(service, payer, number);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="receipt-${receipt.label}.pdf"`,
      );
      expect(text.trim().split('\n')).toEqual([
        `Receipt ${receipt.label}`,
        'Test payment in the sandbox. No money was paid.',
        'From',
        'Names & Söhne GmbH',
        'Hauptstraße 1',
        '10115 Berlin',
        'Germany',
        'Tax number: VAT ID DE123456789',
        'To',
        'Łódź Çelik',
        '1 Main Street',
        'Tax number: T1234567890123',
        'Description Amount',
        '25 credits added to the balance 25.00 USD',
        'Total paid 25.00 USD',
        `Receipt number ${receipt.label}`,
        `Date of payment ${receipt.paidAt.slice(0, 10)}`,
        `Date of issue ${receipt.issuedAt.slice(0, 10)}`,
        `Top-up ${receipt.topUpId}`,
      ]);
    });

    it('has names in every script that has a font, as they are read', async () => {
      const lines = [
        ['Ελληνική Εταιρεία', 'Доменные имена', 'Công ty Tên miền Việt'],
        ['شركة النطاقات', 'חברת שמות מתחם', 'فارسی گچپژ'],
        ['株式会社ドメイン', '域名注册有限公司', '網域註冊股份有限公司', '도메인 주식회사'],
        ['डोमेन नाम', 'ডোমেন নাম', 'ਡੋਮੇਨ ਨਾਮ', 'ડોમેન નામ'],
        ['களம் பணம்', 'దొమన', 'ಡಮನ', 'ഡമന', 'ඩමන'],
        ['บริษัทโดเมน', 'ຊື່ໂດເມນ', 'ខមរ', 'မမန'],
        ['დომენის კომპანია', 'Դոմենների ընկերություն', 'የጎራ ስም'],
      ];
      const payer = await member(service);
      const missing: string[] = [];
      for (const [name = '', ...address] of lines) {
        const { text } = await pdfOf(service, payer, await pay(payer, { name, address }));
        const drawn = text.split('\n').map(lettersOf);
        missing.push(...[name, ...address].filter((line) => !drawn.includes(lettersOf(line))));
      }
      expect(missing).toEqual([]);
    });

    it('shows a box for what no font has', async () => {
      const payer = await member(service);
      const number = await pay(payer, { name: 'Tibet བོད \u{1f9ff}!', address: [] });
      const { text } = await pdfOf(service, payer, number);
      expect(text).toMatch(/Tibet \ufffd+ \ufffd!/);
    });

    it('is the same file each time', async () => {
      const payer = await member(service);
      const number = await pay(payer, { name: '株式会社', address: ['A', 'B'] });
      const [first, second] = await Promise.all([
        pdfOf(service, payer, number),
        pdfOf(service, payer, number),
      ]);
      expect(second.bytes.equals(first.bytes)).toBe(true);
    });

    it('has the total on the next page after the longest details of the most different letters', async () => {
      const payer = await member(service);
      const line = (start: number) =>
        String.fromCodePoint(...Array.from({ length: 100 }, (_, index) => start + index * 7));
      const number = await pay(payer, {
        name: line(0x4e00),
        address: [0x5100, 0x5800, 0x6200, 0x7000, 0xac00, 0xb800].map(line),
      });
      const { text } = await pdfOf(service, payer, number);
      const [first, second, ...more] = text.split('\f');
      expect(first).toContain(line(0xb800).slice(-3));
      expect(second).toContain('25.00 USD');
      expect(more).toEqual(['']);
    });

    it('404: one of another workspace answers like one that does not exist', async () => {
      const number = await pay(await member(service), { name: 'Acme', address: [] });
      const { client } = await service.workspace();
      const foreign = await client.request('downloadReceipt', { number });
      const missing = await client.request('downloadReceipt', { number: '999999' });
      expectRefusal(foreign, { status: 404, code: 'receipt_not_found' });
      expect(foreign.text).toBe(missing.text);
    });
  },
  { settings },
);

async function pay(
  { page, inside, workspace: { client } }: Member,
  { name, address }: { readonly name: string; readonly address: readonly string[] },
): Promise<string> {
  const taxNumber = 'T1234567890123';
  await client.call('setBilling', { name, address: [...address], taxNumber });
  const { topUp } = await page.call('createTopUp', { ...inside, credits: 25 });
  await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome: 'succeed' });
  const { receipts } = await client.call('listReceipts', {});
  return String(receipts[0]?.number);
}

async function pdfOf(service: TestService, { workspace }: Member, number: string) {
  const answer = await fetch(`${service.url}/v1/receipts/${number}/pdf`, {
    headers: { 'x-api-key': workspace.apiKey },
  });
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = execFileSync('pdftotext', ['-raw', '-', '-'], {
    input: bytes,
    encoding: 'utf8',
    env: environment,
  });
  return { headers: answer.headers, bytes, text };
}

/**
 * Without spaces. pdftotext writes a line from left to right, and puts each part of it that is read from
 * the right between two marks.
 */
function lettersOf(line: string): string {
  const parts = line.split(/[\u202b\u202c]/);
  return (parts.length > 1 ? parts.reverse() : parts).join('').replaceAll(/\s/g, '');
}
