/** After the grace period the domain is released, unless the day's release limit is reached. */
import { hourMs } from '@hostmaster/contract/durations';
import { isoTime } from '../base/iso-time.ts';
import type { Change } from '../changes/change.ts';
import { releaseJob } from '../changes/job-kinds.ts';
import type { FactEntry } from '../facts/fact.ts';
import {
  permitsRelease,
  type ReleaseDay,
  type ReleaseGuard,
  releaseDayRows,
} from '../operations/domains/release-guard.ts';
import { findPendingTerm } from '../storage/queries/renewal/terms.ts';
import { update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import { type DueDomain, lifecycleFact } from './due-domain.ts';
import type { LifecycleServices } from './lifecycle-services.ts';

const holdMs = hourMs;

export interface LoadedRelease {
  /** Null where releases have no limit. */
  readonly day: ReleaseDay | null;
  readonly hasPendingTerm: boolean;
}

export async function loadRelease(
  reader: HostmasterReader,
  services: LifecycleServices,
  { domain, guard }: { readonly domain: Domain; readonly guard: ReleaseGuard },
): Promise<LoadedRelease> {
  const [day, term] = await Promise.all([
    services.mode === 'production' ? guard.load(reader) : null,
    reader.first(findPendingTerm, { domainId: domain.id }),
  ]);
  return { day, hasPendingTerm: term !== undefined };
}

export function isReleaseHeld({ day }: LoadedRelease): boolean {
  return day !== null && !permitsRelease(day);
}

/** A held release is checked again every hour; the customer's activity shows the hold once. */
export function startRelease(
  due: DueDomain<'release'> & {
    /** Machine time. */
    readonly beganAt: number;
  },
  loaded: LoadedRelease,
): Change {
  const { domain, event, now, beganAt } = due;
  const { id } = domain;
  const later = update(domains, { id }, { dueAt: now + holdMs });
  if (isReleaseHeld(loaded)) {
    const isFirstTime = domain.dueAt === event.at;
    return { rows: [later], facts: isFirstTime ? [factOf(due, 'domain.release_held')] : [] };
  }
  if (loaded.hasPendingTerm) return { rows: [later] };
  return {
    rows: [
      ...(loaded.day === null ? [] : releaseDayRows(loaded.day)),
      update(domains, { id }, { state: 'releasing', dueAt: null, releaseBeganAt: beganAt }),
    ],
    jobs: [releaseJob({ domainId: id })],
    facts: [factOf(due, 'domain.releasing')],
  };
}

function factOf(due: DueDomain, kind: 'domain.releasing' | 'domain.release_held'): FactEntry {
  const { name } = due.domain;
  const { expiresAt } = due.domain.registration;
  return lifecycleFact(due, { kind, domain: name, expiredAt: isoTime(expiresAt) });
}
