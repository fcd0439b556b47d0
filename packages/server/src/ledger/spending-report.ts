/**
 * What a workspace spent in the last twelve calendar months (UTC), by month, suffix and domain. A purchase
 * whose credits came back counts nowhere. Entries are read from the newest on, until one is older.
 */
import { listPages } from '@hostmaster/storage';
import { csvLine } from '../base/csv.ts';
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { listPurchases } from '../storage/queries/credits/purchases.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { monthOf } from './funds.ts';
import { workspaceAccount } from './ledger-accounts.ts';

export interface Purchase {
  readonly at: number;
  readonly domain: string;
  readonly amountCents: number;
  readonly reason: string;
}

export interface SpendingReport {
  /** Twelve, the oldest first. */
  readonly months: readonly { readonly monthAt: number; readonly cents: number }[];
  readonly suffixes: readonly Share[];
  readonly domains: readonly Share[];
  readonly totalCents: number;
}

/** One line of a breakdown. */
interface Share {
  readonly name: string;
  readonly cents: number;
  readonly purchases: number;
}

interface ReportedYear {
  readonly workspaceId: string;
  /** Calendar time. */
  readonly now: number;
}

const monthCount = 12;
/** Lines of a breakdown; the CSV has every purchase. */
const sharesMax = 100;

export async function reportSpending(
  reader: HostmasterReader,
  year: ReportedYear,
): Promise<SpendingReport> {
  const months = new Map(monthsUntil(year.now).map((monthAt) => [monthAt, 0]));
  const suffixes = new Shares();
  const domains = new Shares();
  let totalCents = 0;
  for await (const purchases of purchasesIn(reader, year)) {
    for (const { at, domain, amountCents } of purchases) {
      const monthAt = monthOf(at);
      months.set(monthAt, (months.get(monthAt) ?? 0) + amountCents);
      suffixes.add(suffixOf(domain), amountCents);
      domains.add(domain, amountCents);
      totalCents += amountCents;
    }
  }
  return {
    months: [...months].map(([monthAt, cents]) => ({ monthAt, cents })),
    suffixes: suffixes.largest(),
    domains: domains.largest(),
    totalCents,
  };
}

/** A line for each purchase, so that a spreadsheet can sum them in any way. */
export async function* spendingCsv(
  reader: HostmasterReader,
  year: ReportedYear,
): AsyncGenerator<string> {
  yield csvLine(['Date', 'Month', 'Domain', 'Suffix', 'Description', 'Credits']);
  for await (const purchases of purchasesIn(reader, year)) {
    yield purchases
      .map(({ at, domain, reason, amountCents }) => {
        const date = isoTime(at);
        const credits = centsToCredits(amountCents);
        return csvLine([date, date.slice(0, 7), domain, suffixOf(domain), reason, credits]);
      })
      .join('');
  }
}

/** What the report says of one month, which is the current one. */
export async function spentInMonth(
  reader: HostmasterReader,
  { workspaceId, monthAt }: { readonly workspaceId: string; readonly monthAt: number },
): Promise<number> {
  let spentCents = 0;
  for await (const purchases of purchasesSince(reader, { workspaceId, from: monthAt })) {
    for (const { at, amountCents } of purchases) {
      if (monthOf(at) === monthAt) spentCents += amountCents;
    }
  }
  return spentCents;
}

function purchasesIn(
  reader: HostmasterReader,
  { workspaceId, now }: ReportedYear,
): AsyncGenerator<readonly Purchase[]> {
  return purchasesSince(reader, { workspaceId, from: monthsUntil(now)[0] ?? now });
}

/** Page by page, those that were not returned. */
async function* purchasesSince(
  reader: HostmasterReader,
  { workspaceId, from }: { readonly workspaceId: string; readonly from: number },
): AsyncGenerator<readonly Purchase[]> {
  const account = workspaceAccount(workspaceId);
  for await (const page of listPages(reader, listPurchases, { account })) {
    yield page
      .filter(({ at, voidId }) => at >= from && voidId === null)
      .map(({ at, domainName: domain, amountCents, reason }) => ({
        at,
        domain,
        amountCents,
        reason,
      }));
    if (page.some(({ at }) => at < from)) return;
  }
}

/** When each of the last twelve months began, the oldest first. */
function monthsUntil(now: number): readonly number[] {
  const date = new Date(now);
  return Array.from({ length: monthCount }, (_, index) =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - (monthCount - 1 - index)),
  );
}

function suffixOf(domain: string): string {
  return domain.slice(domain.indexOf('.') + 1);
}

class Shares {
  readonly #shares = new Map<string, Share>();

  add(name: string, amountCents: number): void {
    const { cents, purchases } = this.#shares.get(name) ?? { cents: 0, purchases: 0 };
    this.#shares.set(name, { name, cents: cents + amountCents, purchases: purchases + 1 });
  }

  largest(): readonly Share[] {
    return [...this.#shares.values()]
      .sort((a, b) => b.cents - a.cents || (a.name < b.name ? -1 : 1))
      .slice(0, sharesMax);
  }
}
