/** The job kinds, and the lane in which each runs. */
import { enqueue as added, enqueueLeased, type JobWrite, type Lease } from './job-write.ts';

export interface TermJob {
  readonly domainId: string;
  readonly termId: string;
}

export interface DomainJob {
  readonly domainId: string;
}

export interface WorkspaceJob {
  readonly workspaceId: string;
}

/** A job applies the desired state at the time it runs, so one queued job is enough. */
export function convergenceJob(job: DomainJob): JobWrite {
  const lane = `${job.domainId}:converge`;
  return added({ kind: 'converge-domain', lane, payload: { ...job } }, 'skip');
}

/** Registration and renewals of a domain share a lane: one at a time, in order. */
export function provisionJob(job: TermJob, lease: Lease | null): JobWrite {
  return enqueueLeased({ kind: provisionKind, lane: job.domainId, payload: { ...job } }, lease);
}

export const provisionKind = 'provision-domain';

export function renewalJob(job: TermJob): JobWrite {
  return added({ kind: 'renew-domain', lane: job.domainId, payload: { ...job } });
}

/** Before the renewal that was bought with it, in the same lane. */
export function restoreJob(job: TermJob): JobWrite {
  return added({ kind: 'restore-domain', lane: job.domainId, payload: { ...job } });
}

/** A transfer from another registrar. One job is enough: it looks at the transfer as it is then. */
export function transferJob(job: DomainJob): JobWrite {
  return added({ kind: 'transfer-domain', lane: job.domainId, payload: { ...job } }, 'wake');
}

export function releaseJob(job: DomainJob): JobWrite {
  return added({ kind: 'release-domain', lane: job.domainId, payload: { ...job } });
}

/** Runs after renewals in the same lane: the years they add need not be bought again. */
export function extensionJob(job: DomainJob): JobWrite {
  return added({ kind: 'extend-domain', lane: job.domainId, payload: { ...job } });
}

/** One queued job is enough. It waits for renewals by itself, which run in another lane. */
export function endJob(job: DomainJob): JobWrite {
  const lane = `${job.domainId}:end`;
  return added({ kind: 'end-domain', lane, payload: { ...job } }, 'skip');
}

/** One queued job is enough: it asks the registry what became of the request. */
export function transferOutJob(job: DomainJob): JobWrite {
  const lane = `${job.domainId}:transfer-out`;
  return added({ kind: 'follow-transfer-out', lane, payload: { ...job } }, 'skip');
}

/** One queued job is enough: it compares all contacts of the workspace. */
export function contactCleaningJob(job: WorkspaceJob): JobWrite {
  const lane = `${job.workspaceId}:contacts`;
  return added({ kind: 'clean-contacts', lane, payload: { ...job } }, 'skip');
}

/** One queued job is enough: it works on the bulk operations of the workspace, slice by slice. */
export function bulkJob({ workspaceId }: WorkspaceJob): JobWrite {
  return added({ kind: 'run-bulk', lane: `${workspaceId}:bulk`, payload: { workspaceId } }, 'wake');
}

/** What the sends of a change of the registrant lead to, in the journal. */
export function contactSendKey({ id }: { readonly id: string }): string {
  return `contact ${id}`;
}
