/**
 * A job asks the registry: whether it has freed a deleted name whose redemption is over, what became
 * of a transfer to us, or of the request of another registrar. The job sets the next time.
 */
import type { Change } from '../changes/change.ts';
import { releaseJob, transferJob, transferOutJob } from '../changes/job-kinds.ts';
import { update } from '../storage/row-write.ts';
import { domains } from '../storage/tables/domains/domains.ts';
import type { DueDomain } from './due-domain.ts';

const jobs = {
  /** Runs after a restore that is under way. */
  'check-purge': releaseJob,
  'check-transfer': transferJob,
  'check-transfer-out': transferOutJob,
} as const;

export function startCheck({ domain: { id }, event }: DueDomain<keyof typeof jobs>): Change {
  return {
    rows: [update(domains, { id }, { dueAt: null })],
    jobs: [jobs[event.kind]({ domainId: id })],
  };
}
