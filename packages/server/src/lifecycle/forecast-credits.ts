/** Warns when the balance does not cover the automatic renewals of the next 30 days. */
import { newId } from '../base/ids.ts';
import { centsToCredits } from '../base/money.ts';
import { forecastMs } from '../domains/lifecycle.ts';
import { balanceCents } from '../ledger/ledger.ts';
import { renewalForecast } from '../mail/notices.ts';
import { postMail } from '../mail/outbox.ts';
import { forecastRenewals } from '../operations/forecast-renewals.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import { endOfDay } from './end-of-day.ts';
import type { HandledToday } from './handled-today.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

export async function forecastCredits(
  tx: HostmasterTx,
  services: LifecycleServices,
  moment: { readonly workspaceId: string; readonly now: number; readonly today: HandledToday },
): Promise<void> {
  const { workspaceId, now, today } = moment;
  const subject = `forecast ${workspaceId}`;
  if (today.isDone(subject, now)) return;
  tx.afterCommit(() => today.add(subject, now));
  const { renewals, requiredCents } = await forecastRenewals(tx, {
    workspaceId,
    from: now,
    // There is one forecast a day, so it covers every domain that falls due today.
    until: endOfDay(now) + forecastMs,
  });
  const balance = await balanceCents(tx, workspaceId);
  if (balance >= requiredCents) return;
  const isNew = await postMail(tx, {
    workspaceId,
    at: now,
    notice: renewalForecast(services.links, {
      workspaceId,
      now,
      domainCount: renewals.length,
      requiredCents,
      balanceCents: balance,
    }),
  });
  if (!isNew) return;
  recordFact(tx, {
    id: newId('act'),
    at: now,
    actor: systemActor(workspaceId, 'lifecycle'),
    fact: {
      kind: 'credits.forecast',
      workspaceId,
      missing: centsToCredits(requiredCents - balance),
    },
  });
}
