/** The texts that depend on time and amounts; test/lifecycle covers whole mails. */
import { dayMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import { bulkFinished } from './bulk-notices.ts';
import { renderHtml, renderText } from './notice.ts';
import {
  autoRenewalUnpaid,
  type ExpiryFacts,
  expiryNotice,
  renewalForecast,
  renewalRefused,
  topUpPaid,
} from './notices.ts';

const links = { publicUrl: 'https://names.example' };
const expiresAt = Date.UTC(2030, 2, 1, 0, 30);
const facts: ExpiryFacts = {
  workspaceId: 'ws_1',
  domainId: 'dom_1',
  name: 'example-name.com',
  expiresAt,
  now: expiresAt - 30 * dayMs,
  days: -30,
  autoRenewal: 'off',
  releasedAt: expiresAt + 30 * dayMs,
};

describe('an expiry notice', () => {
  it.each([
    [30 * dayMs, 'expires in 30 days'],
    [30 * dayMs - 5_000, 'expires in 30 days'],
    [dayMs, 'expires tomorrow'],
    [31 * 60_000, 'expires tomorrow'],
    [30 * 60_000, 'expires today'],
    [1, 'expires today'],
    [0, 'has expired'],
    [-3 * dayMs, 'has expired'],
  ])('%i ms before says: %s', (beforeMs, words) => {
    const { subject } = expiryNotice(links, { ...facts, now: expiresAt - beforeMs });
    expect(subject).toBe(`example-name.com ${words}`);
  });

  it('is another notice for another expiry and for another day, and the same otherwise', () => {
    const { onceKey } = expiryNotice(links, facts);
    expect(expiryNotice(links, { ...facts, now: facts.now + 5_000 }).onceKey).toBe(onceKey);
    expect(expiryNotice(links, { ...facts, days: -7 }).onceKey).not.toBe(onceKey);
    expect(expiryNotice(links, { ...facts, expiresAt: expiresAt + 1 }).onceKey).not.toBe(onceKey);
  });

  it('offers renewal where there is something to do', () => {
    const label = (change: Partial<ExpiryFacts>) =>
      expiryNotice(links, { ...facts, ...change }).action.label;
    expect(label({ autoRenewal: 'on' })).toBe('View domain');
    expect(label({ autoRenewal: 'off' })).toBe('Renew now');
    expect(label({ autoRenewal: 'failing' })).toBe('Renew now');
    expect(label({ autoRenewal: 'on', now: expiresAt })).toBe('Renew now');
  });
});

describe('the end of a bulk operation', () => {
  const end = { workspaceId: 'ws_1', id: 'blk_1', round: 1, kind: 'renew' } as const;

  it.each([
    [
      { done: 1, failed: 0, chargedCents: 100 },
      '1 of 1 domain',
      '1 domain was changed.',
      '1 credit.',
    ],
    [
      { done: 1_000, failed: 0, chargedCents: 1_200_000 },
      '1,000 of 1,000 domains',
      '1,000 domains were changed.',
      '12,000 credits.',
    ],
    [
      { done: 1, failed: 1_999, chargedCents: 1_250 },
      '1 of 2,000 domains',
      '1 of 2,000 domains was changed, and 1,999 failed.',
      '12.50 credits.',
    ],
  ])('%j', (outcome, title, sentence, amount) => {
    const { subject, paragraphs } = bulkFinished(links, { ...end, ...outcome });
    expect(subject).toBe(`Renewal: ${title} done`);
    expect(paragraphs[0]).toContain(sentence);
    expect(paragraphs[1]).toBe(`You were charged ${amount}`);
  });
});

describe('amounts', () => {
  it('are counted as people count', () => {
    const forecast = (requiredCents: number, balanceCents: number) =>
      renewalForecast(links, {
        workspaceId: 'ws_1',
        now: 0,
        domainCount: 1,
        requiredCents,
        balanceCents,
      }).subject;
    expect(forecast(100, 0)).toBe('You need 1 more credit for renewals in the next 30 days');
    expect(forecast(123_400, 50)).toMatch(/^You need 1,233\.50 more credits/);
  });

  it('are receipted to the cent', () => {
    const receipt = (amountCents: number, isTest: boolean) =>
      topUpPaid(links, {
        workspaceId: 'ws_1',
        topUpId: 'top_1',
        receipt: { number: 7, label: 'R-000007' },
        isTest,
        amountCents,
        balanceCents: 123_450,
        at: expiresAt,
      });
    const real = receipt(100_000, false);
    expect(real.subject).toBe('1,000 credits added to your balance');
    expect(renderText(real)).toContain(
      'Receipt: R-000007\nAmount: 1000.00 USD\nCredits: 1,000\nDate: 1 March 2030\nReference: top_1\n',
    );
    expect(renderText(real)).toContain('Your balance is now 1,234.50 credits.');
    expect(real.action.url).toBe('https://names.example/dashboard/ws_1/credits/receipts/7');
    expect(renderText(receipt(550, true))).toContain('You were not charged.');
  });

  it('name one domain or several', () => {
    const unpaid = (count: number) =>
      autoRenewalUnpaid(links, {
        workspaceId: 'ws_1',
        now: 0,
        domains: Array.from({ length: count }, (_, i) => ({ name: `n${i}.com`, expiresAt: dayMs })),
        requiredCents: 1_400,
        balanceCents: 0,
      });
    expect(unpaid(1).subject).toBe('Not enough credits to renew n0.com');
    expect(unpaid(3).subject).toBe('Not enough credits to renew n0.com and 2 more');
    expect(renderText(unpaid(3))).toContain('n1.com expires on 2 January 1970\nn2.com expires');
    expect(renderHtml(unpaid(3))).toContain('n1.com expires on 2 January 1970<br>n2.com');
  });
});

describe('a refused renewal', () => {
  const refused = (change: object) =>
    renderText(
      renewalRefused(links, {
        ...facts,
        termId: 'trm_1',
        isAutomatic: false,
        reason: 'No.',
        autoRenew: false,
        ...change,
      }),
    );

  it('says what comes next', () => {
    expect(refused({})).toContain(
      'still expires on 1 March 2030. Renew it before then to keep it.',
    );
    expect(refused({ autoRenew: true })).toContain('We will try again every day until then.');
    expect(refused({ now: expiresAt + dayMs })).toContain(
      'expired on 1 March 2030 and will be released on 31 March 2030 unless',
    );
  });
});
