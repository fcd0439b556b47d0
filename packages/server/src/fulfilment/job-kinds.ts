/** The kinds of jobs there are, and in which lane each runs. */

import { enqueue, enqueueCommand, isLaneEmpty } from '../jobs/queue.ts';
import type { Command } from '../storage/query.ts';
import type { HostmasterTx, Schema } from '../storage/schema.ts';

export interface TermJob {
  readonly domainId: string;
  readonly termId: string;
}

export interface DomainJob {
  readonly domainId: string;
}

/** Registration and renewals of a domain share a lane: one at a time, in order. */
export function provisionCommand(tx: HostmasterTx, job: TermJob): Command<Schema> {
  return enqueueCommand(tx, {
    kind: 'provision-domain',
    lane: job.domainId,
    payload: { ...job },
  });
}

export async function enqueueRenewal(tx: HostmasterTx, job: TermJob): Promise<void> {
  await enqueue(tx, { kind: 'renew-domain', lane: job.domainId, payload: { ...job } });
}

export async function enqueueRelease(tx: HostmasterTx, job: DomainJob): Promise<void> {
  await enqueue(tx, { kind: 'release-domain', lane: job.domainId, payload: { ...job } });
}

/** Waits its turn behind renewals: what they bring need not be bought. */
export async function enqueueExtension(tx: HostmasterTx, job: DomainJob): Promise<void> {
  await enqueue(tx, { kind: 'extend-domain', lane: job.domainId, payload: { ...job } });
}

/** One job converges whatever the desired state is when it runs; a waiting one is enough. */
export async function enqueueConvergence(tx: HostmasterTx, job: DomainJob): Promise<void> {
  const lane = `${job.domainId}:converge`;
  if (!(await isLaneEmpty(tx, lane))) return;
  await enqueue(tx, { kind: 'converge-domain', lane, payload: { ...job } });
}
