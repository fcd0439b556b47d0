/** Warns when the balance does not cover the automatic renewals of the next 30 days. */
import { centsToCredits } from '../base/money.ts';
import { type Change, noChange } from '../changes/change.ts';
import { forecastMs } from '../domains/lifecycle.ts';
import { balanceCents } from '../ledger/balances.ts';
import { mailTo } from '../notices/new-mail.ts';
import type { Notice } from '../notices/notice.ts';
import { renewalForecast } from '../notices/notices.ts';
import { forecastRenewals } from '../operations/renewal/forecast-renewals.ts';
import { findMailOnce } from '../storage/queries/mail/mails.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type DueDomain, lifecycleFact } from './due-domain.ts';
import { endOfDay } from './end-of-day.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

export interface LoadedForecast {
  readonly missingCents: number;
  readonly notice: Notice;
  /** Another sweep has warned today. */
  readonly isWritten: boolean;
}

export async function loadForecast(
  reader: HostmasterReader,
  { links }: Pick<LifecycleServices, 'links'>,
  { workspaceId, now }: { readonly workspaceId: string; readonly now: number },
): Promise<LoadedForecast> {
  const [{ renewals, requiredCents }, balance] = await Promise.all([
    forecastRenewals(reader, {
      workspaceId,
      from: now,
      // There is one forecast a day, so it covers every domain that falls due today.
      until: endOfDay(now) + forecastMs,
    }),
    balanceCents(reader, workspaceId),
  ]);
  const notice = renewalForecast(links, {
    workspaceId,
    now,
    domainCount: renewals.length,
    requiredCents,
    balanceCents: balance,
  });
  const written = await reader.first(findMailOnce, { onceKey: notice.onceKey });
  return { missingCents: requiredCents - balance, notice, isWritten: written !== undefined };
}

export function forecastCredits(
  due: DueDomain<'notice'>,
  { missingCents, notice, isWritten }: LoadedForecast,
  recipient: string | null,
): Change {
  if (missingCents <= 0 || isWritten) return noChange;
  const { workspaceId } = due.domain;
  const missing = centsToCredits(missingCents);
  return {
    mails: [mailTo({ workspaceId, recipient, at: due.now, notice, isFirst: true })],
    facts: [lifecycleFact(due, { kind: 'credits.forecast', workspaceId, missing })],
  };
}
