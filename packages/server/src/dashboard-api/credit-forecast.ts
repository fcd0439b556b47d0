/** The forecast of automatic renewals in the form of the contract. */
import { topUpLimits } from '@hostmaster/contract/dashboard';
import { dayMs } from '@hostmaster/contract/durations';
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits } from '../base/money.ts';
import { autoRenewLeadMs } from '../domains/lifecycle.ts';
import { type ComingRenewal, comingRenewals } from '../operations/renewal/coming-renewals.ts';
import type { HostmasterReader } from '../storage/schema.ts';

/** Only the next ones are listed; a year of a large portfolio would fill the page. */
const listedMax = 100;
/** As many as one top-up can pay for. */
const unpaidListedMax = topUpLimits.renewalsMax;

/** Expired domains that auto-renewal did not renew because the balance was too low. */
export interface UnpaidRenewals {
  readonly count: number;
  readonly costCents: number;
  /** The first of them. */
  readonly listed: readonly { readonly name: string; readonly costCents: number }[];
}

/** One forecast for each number of days. Renewals are added up page by page. */
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
  const sums = days.map((untilDays) => new ForecastSum(untilDays, now));
  const unpaid = { count: 0, costCents: 0, listed: [] as { name: string; costCents: number }[] };
  for await (const page of comingRenewals(reader, { workspaceId, until })) {
    for (const renewal of page) {
      // Expired domains that the balance did not cover count too: they are due now.
      const renewsAt = Math.max(renewal.renewsAt, now);
      for (const sum of sums) sum.add({ ...renewal, renewsAt });
      if (renewal.expiresAt > now || renewal.renewalFailed) continue;
      const { name, costCents } = renewal;
      unpaid.count += 1;
      unpaid.costCents += costCents;
      if (unpaid.listed.length < unpaidListedMax) unpaid.listed.push({ name, costCents });
    }
  }
  const forecasts = sums.map((sum) => sum.view(balanceCents));
  return { forecasts, unpaid: unpaid satisfies UnpaidRenewals };
}

class ForecastSum {
  readonly #untilDays: number;
  readonly #until: number;
  #count = 0;
  #requiredCents = 0;
  readonly #listed: Pick<ComingRenewal, 'name' | 'renewsAt' | 'costCents'>[] = [];
  /** In the order of the renewals; each day has the time of its first renewal. */
  readonly #days = new Map<number, { readonly at: number; cents: number }>();

  constructor(untilDays: number, now: number) {
    this.#untilDays = untilDays;
    this.#until = now + untilDays * dayMs;
  }

  add(renewal: ComingRenewal): void {
    const { renewsAt, costCents } = renewal;
    if (renewsAt > this.#until) return;
    this.#count += 1;
    this.#requiredCents += costCents;
    if (this.#listed.length < listedMax) this.#listed.push(renewal);
    const day = Math.floor(renewsAt / dayMs);
    const sum = this.#days.get(day);
    if (sum === undefined) this.#days.set(day, { at: renewsAt, cents: costCents });
    else sum.cents += costCents;
  }

  view(balanceCents: number) {
    return {
      untilDays: this.#untilDays,
      requiredCredits: centsToCredits(this.#requiredCents),
      missingCredits: centsToCredits(Math.max(0, this.#requiredCents - balanceCents)),
      renewalCount: this.#count,
      renewals: this.#listed.map(({ name, renewsAt, costCents }) => ({
        domain: name,
        renewsAt: isoTime(renewsAt),
        credits: centsToCredits(costCents),
      })),
      days: [...this.#days.values()].map(({ at, cents }) => ({
        at: isoTime(at),
        credits: centsToCredits(cents),
      })),
    };
  }
}
