/**
 * The grace period is over: the name is given up. In production a day's releases stop at a limit
 * until an operator confirms, so that a wrong clock cannot delete a portfolio.
 */
import { newId } from '../base/ids.ts';
import { enqueueRelease } from '../jobs/kinds.ts';
import {
  beginRelease,
  countHeldDomains,
  countReleases,
  findReleaseConfirmation,
  setDueAt,
} from '../storage/queries/lifecycle.ts';
import type { DomainRow, HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import { recordActivity } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { LifecycleServices } from './sweeper.ts';

const releasesPerDayMin = 20;
const releasesPerDayShare = 0.01;
const holdMs = 3_600_000;

export async function startRelease(
  tx: HostmasterTx,
  services: LifecycleServices,
  due: { readonly domain: DomainRow; readonly now: number },
): Promise<void> {
  const { domain, now } = due;
  const machineNow = services.clock.now();
  if (services.mode === 'production') {
    const guard = await releaseGuard(tx, machineNow);
    if (guard.begun >= guard.allowed) {
      services.log.error({ domain: domain.name, ...guard }, 'release held: too many today');
      await tx.run(setDueAt, { id: domain.id, dueAt: now + holdMs });
      return;
    }
  }
  const begun = await tx.run(beginRelease, { id: domain.id, beganAt: machineNow });
  if (begun === 0) {
    await tx.run(setDueAt, { id: domain.id, dueAt: now + holdMs });
    return;
  }
  await enqueueRelease(tx, { domainId: domain.id });
  await recordActivity(tx, {
    id: newId('act'),
    at: now,
    actor: systemActor(domain.workspace_id, 'lifecycle'),
    action: 'domain.releasing',
    subject: domain.name,
    details: { expiredAt: new Date(domain.expires_at).toISOString() },
  });
}

export interface ReleaseGuard {
  readonly day: string;
  readonly begun: number;
  readonly allowed: number;
}

/** Counted by machine days in UTC: the calendar is what the guard does not trust. */
export async function releaseGuard(
  reader: HostmasterReader,
  machineNow: number,
): Promise<ReleaseGuard> {
  const day = new Date(machineNow).toISOString().slice(0, 10);
  const [begun, held, confirmed] = [
    await reader.first(countReleases, { since: Date.parse(`${day}T00:00:00.000Z`) }),
    await reader.first(countHeldDomains, {}),
    await reader.first(findReleaseConfirmation, { day }),
  ];
  const limit = Math.max(
    releasesPerDayMin,
    Math.floor(Number(held?.count ?? 0) * releasesPerDayShare),
  );
  return {
    day,
    begun: Number(begun?.count ?? 0),
    allowed: Math.max(limit, confirmed?.allowed ?? 0),
  };
}
