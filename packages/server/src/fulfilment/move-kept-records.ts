/**
 * Moves the records of an earlier attempt to the domain of a transfer, before the registry is asked for
 * anything: when the domain arrives, all of them are there.
 */
import { Refusal } from '../base/errors.ts';
import { noChange } from '../changes/change.ts';
import { persistJob } from '../jobs/persist-job.ts';
import { domainKey } from '../operations/loading.ts';
import { attemptsMax, PlanOutdated } from '../operations/records/persist-plan.ts';
import {
  keepRecords,
  loadKeptRecords,
  planKeptRecords,
} from '../operations/transfers/keep-records.ts';
import { findDomainById, lockDomainById } from '../storage/queries/domains/domains.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import type { TransferWork } from './transfer-work.ts';

export async function moveKeptRecords(
  context: FulfilmentContext,
  work: Pick<TransferWork, 'domain'>,
): Promise<void> {
  // What is above a limit by now stays where it is.
  const isRefused = (error: unknown) => {
    if (error instanceof Refusal) return false;
    throw error;
  };
  let attempts = 0;
  const isOutdated = (error: unknown) => {
    attempts += 1;
    // The job begins again later.
    if (!(error instanceof PlanOutdated) || attempts === attemptsMax) throw error;
    return true;
  };
  while (await moveSome(context, work).catch(isOutdated).catch(isRefused))
    await context.holdLease();
}

/** False when there are none. */
async function moveSome(
  context: FulfilmentContext,
  { domain }: Pick<TransferWork, 'domain'>,
): Promise<boolean> {
  const { id, name, workspaceId } = domain;
  const planned = await context.database.first(findDomainById, { id });
  const dnames = planned === undefined ? null : await planKeptRecords(context.database, planned);
  return persistJob(context, {
    keys: [domainKey(name)],
    owner: workspaceId,
    commit: 'alone',
    async load(reader) {
      const domain = await reader.first(lockDomainById, { id });
      // A transfer that was cancelled meanwhile leaves them to the next one.
      if (domain?.state !== 'incoming') return null;
      const kept = await loadKeptRecords(reader, domain, { ...context.rules, dnames });
      return kept === null ? null : { kept, now: await context.calendarNow(reader) };
    },
    decide(loaded) {
      if (loaded === null) return { answer: false, change: noChange };
      const actor = systemActor(workspaceId, context.job.kind);
      return { answer: true, change: keepRecords({ actor, now: loaded.now }, loaded.kept) };
    },
  });
}
