/** The forecast of automatic renewals in the form of the contract. */
import { dayMs } from '@hostmaster/contract/durations';
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { autoRenewLeadMs } from '../domains/lifecycle.ts';
import { forecastRenewals } from '../operations/renewal/forecast-renewals.ts';
import type { HostmasterReader } from '../storage/schema.ts';

/** Only the next ones are listed; a year of a large portfolio would fill the page. */
const listedMax = 100;

/** One forecast for each number of days. */
export async function forecastCredits(
  reader: HostmasterReader,
  facts: {
    readonly workspaceId: string;
    readonly now: number;
    readonly balanceCents: number;
  },
  days: readonly number[],
) {
  const { workspaceId, now, balanceCents } = facts;
  const until = now + Math.max(...days) * dayMs + autoRenewLeadMs;
  // Expired domains that the balance did not cover count too: they are due now.
  const { renewals: all } = await forecastRenewals(reader, { workspaceId, from: 0, until });
  const renewals = all.map((one) => ({ ...one, renewsAt: Math.max(one.renewsAt, now) }));
  return days.map((untilDays) => {
    const due = renewals.filter(({ renewsAt }) => renewsAt <= now + untilDays * dayMs);
    const requiredCents = due.reduce((sum, { costCents }) => sum + costCents, 0);
    return {
      untilDays,
      requiredCredits: centsToCredits(requiredCents),
      missingCredits: centsToCredits(Math.max(0, requiredCents - balanceCents)),
      renewalCount: due.length,
      renewals: due.slice(0, listedMax).map(({ name, renewsAt, costCents }) => ({
        domain: name,
        renewsAt: isoTime(renewsAt),
        credits: centsToCredits(costCents),
      })),
      days: sumDays(due),
    };
  });
}

/** In the order of the renewals; each day has the time of its first renewal. */
function sumDays(renewals: readonly { readonly renewsAt: number; readonly costCents: number }[]) {
  const days = new Map<number, { at: number; cents: number }>();
  for (const { renewsAt, costCents } of renewals) {
    const day = Math.floor(renewsAt / dayMs);
    const { at, cents } = days.get(day) ?? { at: renewsAt, cents: 0 };
    days.set(day, { at, cents: cents + costCents });
  }
  return [...days.values()].map(({ at, cents }) => ({
    at: isoTime(at),
    credits: centsToCredits(cents),
  }));
}
