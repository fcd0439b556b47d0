/** When the registry's expiry is earlier than the one sold, a job buys the missing years. */
import type { Change } from '../changes/change.ts';
import { extensionJob } from '../changes/job-kinds.ts';
import { type LifecycleRules, nextDueAt } from '../domains/lifecycle.ts';
import { update } from '../storage/row-write.ts';
import { domains } from '../storage/tables/domains/domains.ts';
import type { DueDomain } from './due-domain.ts';

export function startExtension(
  { domain, now }: DueDomain<'extend'>,
  { rules, isLaneIdle }: { readonly rules: LifecycleRules; readonly isLaneIdle: boolean },
): Change {
  const { id } = domain;
  const dueAt = nextDueAt(domains.changed(domain, { extensionTriedAt: now }), rules);
  return {
    rows: [update(domains, { id }, { extensionTriedAt: now, dueAt })],
    // A running renewal may add the missing time; otherwise the next attempt follows a day later.
    jobs: isLaneIdle ? [extensionJob({ domainId: id })] : [],
  };
}
