/** After the grace period the domain is released, unless the day's release limit is reached. */
import { hourMs } from '@hostmaster/contract/durations';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import type { LifecycleEvent } from '../domains/lifecycle.ts';
import { enqueueRelease } from '../fulfilment/job-kinds.ts';
import type { ReleaseGuard } from '../operations/release-guard.ts';
import { beginRelease, setDueAt } from '../storage/queries/lifecycle.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

const holdMs = hourMs;

interface DueRelease {
  readonly domain: Domain;
  readonly event: LifecycleEvent;
  readonly now: number;
  readonly guard: ReleaseGuard;
}

export async function startRelease(
  tx: HostmasterTx,
  services: LifecycleServices,
  due: DueRelease,
): Promise<void> {
  const { domain, now, guard } = due;
  if (services.mode === 'production' && !(await guard.permits(tx))) {
    await hold(tx, services, due);
    return;
  }
  const begun = await tx.run(beginRelease, { id: domain.id, beganAt: services.clock.now() });
  if (begun === 0) {
    await tx.run(setDueAt, { id: domain.id, dueAt: now + holdMs });
    return;
  }
  enqueueRelease(tx, { domainId: domain.id });
  record(tx, due, 'domain.releasing');
}

/** Checked again every hour; the customer's activity shows the hold once. */
async function hold(tx: HostmasterTx, services: LifecycleServices, due: DueRelease): Promise<void> {
  const { domain, event, now } = due;
  await tx.run(setDueAt, { id: domain.id, dueAt: now + holdMs });
  if (domain.dueAt === event.at) record(tx, due, 'domain.release_held');
  services.log.error(
    { domain: domain.name },
    'release held: too many today, see "hostmaster releases"',
  );
  tx.afterCommit(() => services.onReleaseHeld?.());
}

function record(
  tx: HostmasterTx,
  due: DueRelease,
  kind: 'domain.releasing' | 'domain.release_held',
): void {
  const { domain, now } = due;
  recordFact(tx, {
    id: newId('act'),
    at: now,
    actor: systemActor(domain.workspaceId, 'lifecycle'),
    fact: { kind, domain: domain.name, expiredAt: isoTime(domain.expiresAt) },
  });
}
