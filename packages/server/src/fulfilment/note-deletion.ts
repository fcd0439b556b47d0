/** The registry has deleted a live domain: it is released, and its owner can restore it for a time. */
import type { Change } from '../changes/change.ts';
import { releaseJob } from '../changes/job-kinds.ts';
import { update } from '../storage/row-write.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';

/**
 * Expects a live domain with its lock, and without a pending term: a renewal that is under way is
 * refused and refunded first.
 */
export function noteDeletion({ id }: Pick<Domain, 'id'>, beganAt: number): Change {
  const set = { state: 'releasing', dueAt: null, releaseBeganAt: beganAt } as const;
  return {
    rows: [update(domains, { id, state: 'live' }, set)],
    jobs: [releaseJob({ domainId: id })],
  };
}
