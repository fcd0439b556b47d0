/**
 * Handles one due domain: one load reads what its next event needs, and the event is a decision over
 * that. The next due time is part of the change.
 */
import { type Change, noChange } from '../changes/change.ts';
import { type ChangeWork, persist } from '../changes/persist.ts';
import { type LifecycleEvent, nextEvent } from '../domains/lifecycle.ts';
import type { ReleaseGuard } from '../operations/domains/release-guard.ts';
import { domainKey } from '../operations/loading.ts';
import { lockDueDomain } from '../storage/queries/domains/lifecycle-sweep.ts';
import { findInLane } from '../storage/queries/jobs/jobs.ts';
import { findZone } from '../storage/queries/zones/zones.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import { autoRenew } from './auto-renew.ts';
import type { DueDomain } from './due-domain.ts';
import type { HandledToday } from './handled-today.ts';
import type { LifecycleServices } from './lifecycle-services.ts';
import { replaceExpiredAuthCode } from './replace-auth-code.ts';
import { forecastSubject, type LoadedNotice, loadNotice, sendNotice } from './send-notice.ts';
import { startCheck } from './start-check.ts';
import { startExtension } from './start-extension.ts';
import { isReleaseHeld, type LoadedRelease, loadRelease, startRelease } from './start-release.ts';
import { withdrawZone } from './withdraw-zone.ts';

export interface DueEntry {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  /** Calendar time. */
  readonly now: number;
  readonly guard: ReleaseGuard;
  /** What was already handled today. */
  readonly today: HandledToday;
}

/** The domain with its lock, its next event, and what that event needs. */
type Loaded =
  | { readonly kind: 'not-due'; readonly at: number | null }
  | { readonly kind: 'notice'; readonly due: DueDomain<'notice'>; readonly loaded: LoadedNotice }
  | { readonly kind: 'release'; readonly due: DueDomain<'release'>; readonly loaded: LoadedRelease }
  | { readonly kind: 'extend'; readonly due: DueDomain<'extend'>; readonly isLaneIdle: boolean }
  | {
      readonly kind: 'withdraw-zone';
      readonly due: DueDomain<'withdraw-zone'>;
      readonly zone: Zone;
    }
  | { readonly kind: 'replace-auth-code'; readonly due: DueDomain<'replace-auth-code'> }
  | { readonly kind: 'check'; readonly due: DueDomain<CheckKind> }
  | { readonly kind: 'auto-renew'; readonly due: DueDomain<'auto-renew'> };

type Zone = { readonly domainId: string | null } | undefined;
type CheckKind = 'check-purge' | 'check-transfer' | 'check-transfer-out';

/** False when another process has handled the domain or it is not due. */
export async function handleDue(services: LifecycleServices, entry: DueEntry): Promise<boolean> {
  const { id, now, today } = entry;
  const loaded = await persist(services.database, dueWork(services, entry));
  if (loaded === null || loaded.kind === 'not-due') return false;
  const { domain } = loaded.due;
  if (loaded.kind === 'notice' && loaded.loaded.forecast !== null) {
    today.add(forecastSubject(domain), now);
  }
  if (loaded.kind === 'release' && isReleaseHeld(loaded.loaded)) {
    services.log.error(
      { domain: domain.name },
      'release held: too many today, see "hostmaster releases"',
    );
    services.onReleaseHeld?.();
  }
  if (loaded.kind === 'auto-renew') await autoRenew(services, { id, now, today, domain });
  return true;
}

/** The answer is what was handled. */
function dueWork(
  services: LifecycleServices,
  entry: DueEntry,
): ChangeWork<Loaded | null, Loaded | null> {
  const { id, now, name, workspaceId } = entry;
  return {
    keys: [domainKey(name)],
    owner: workspaceId,
    commit: 'alone',
    async load(reader) {
      const domain = await reader.first(lockDueDomain, { id, now });
      return domain === undefined ? null : loadEvent(reader, services, { ...entry, domain });
    },
    decide: (loaded) => ({
      answer: loaded,
      change: loaded === null ? noChange : changeFor(services, id, loaded),
    }),
  };
}

async function loadEvent(
  reader: HostmasterReader,
  services: LifecycleServices,
  entry: DueEntry & { readonly domain: Domain },
): Promise<Loaded> {
  const { domain, now } = entry;
  const event = nextEvent(domain, services.operations.rules);
  if (event === null || event.at > now) return { kind: 'not-due', at: event?.at ?? null };
  const dueFor = <E extends LifecycleEvent>(its: E) => ({ domain, event: its, now });
  switch (event.kind) {
    case 'notice': {
      const due = dueFor(event);
      const loaded = await loadNotice(reader, services, { ...due, today: entry.today });
      return { kind: 'notice', due, loaded };
    }
    case 'release': {
      const loaded = await loadRelease(reader, services, entry);
      return { kind: 'release', due: dueFor(event), loaded };
    }
    case 'extend': {
      const job = await reader.first(findInLane, { lane: domain.id });
      return { kind: 'extend', due: dueFor(event), isLaneIdle: job === undefined };
    }
    case 'withdraw-zone': {
      const zone = await reader.first(findZone, { name: domain.name });
      return { kind: 'withdraw-zone', due: dueFor(event), zone };
    }
    case 'replace-auth-code':
      return { kind: 'replace-auth-code', due: dueFor(event) };
    case 'auto-renew':
      return { kind: 'auto-renew', due: dueFor(event) };
    case 'check-purge':
    case 'check-transfer':
    case 'check-transfer-out':
      return { kind: 'check', due: dueFor(event) };
  }
}

function changeFor(services: LifecycleServices, id: string, loaded: Loaded): Change {
  const { operations, clock } = services;
  const { rules } = operations;
  switch (loaded.kind) {
    case 'not-due':
      return { rows: [update(domains, { id }, { dueAt: loaded.at })] };
    case 'notice':
      return sendNotice(services, loaded.due, loaded.loaded);
    case 'release':
      return startRelease({ ...loaded.due, beganAt: clock.now() }, loaded.loaded);
    case 'extend':
      return startExtension(loaded.due, { rules, isLaneIdle: loaded.isLaneIdle });
    case 'withdraw-zone':
      return withdrawZone(loaded.due, loaded.zone);
    case 'replace-auth-code':
      return replaceExpiredAuthCode(loaded.due, operations);
    case 'check':
      return startCheck(loaded.due);
    case 'auto-renew':
      // A change of its own: it is refused without credits.
      return noChange;
  }
}
