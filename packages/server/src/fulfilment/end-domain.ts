/**
 * Ends the row of a name that another registrar sponsors now: it is no longer served, renewed or
 * sold. A fresh `info` must confirm it. More such names in a day than releases are allowed point to
 * a wrong account in the configuration, and wait for a person.
 */
import { dayMs, hourMs, minuteMs } from '@hostmaster/contract/durations';
import { newId } from '../base/ids.ts';
import { payloadOf } from '../jobs/handler.ts';
import { finishJob, postponeJob } from '../jobs/queue.ts';
import { transferredAway } from '../mail/notices.ts';
import { postMail } from '../mail/outbox.ts';
import { ReleaseGuard } from '../operations/release-guard.ts';
import { findDomainById, lockDomainById } from '../storage/queries/domains.ts';
import { beginRelease, endRelease } from '../storage/queries/lifecycle.ts';
import { setEndedAt } from '../storage/queries/registry-notes.ts';
import {
  findPendingTransferOut,
  setTransferOutState,
  setTransferred,
} from '../storage/queries/transfers-out.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { TransferOut } from '../storage/tables/transfers-out.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';
import type { DomainJob } from './job-kinds.ts';

/** How long the zone of a domain that has left is served. */
const servedMs = dayMs;

const tooMany =
  'Unusually many names belong to another registrar. Check the account in HOSTMASTER_EPP_CONFIG; if it is right, allow more with "hostmaster releases confirm".';

export async function endDomain(context: FulfilmentContext): Promise<void> {
  const { database, job } = context;
  const { domainId } = payloadOf<DomainJob>(job);
  const domain = await database.first(findDomainById, { id: domainId });
  const found = domain?.state === 'live' ? await context.registrar.info(domain.name) : null;
  await database.transaction(async (tx) => {
    const current = await tx.first(lockDomainById, { id: domainId });
    if (found === null || found.isOurs || current?.state !== 'live') return finishJob(tx, job);
    const request = await tx.first(findPendingTransferOut, { domainId });
    if (request === undefined && !(await new ReleaseGuard(context.clock).permits(tx))) {
      context.log.error({ domain: current.name }, tooMany);
      return postponeJob(tx, job, { delayMs: hourMs, attempts: 0, attention: tooMany });
    }
    const begun = await tx.run(beginRelease, { id: domainId, beganAt: context.clock.now() });
    // A renewal is under way: it is refused and refunded first.
    if (begun === 0) return postponeJob(tx, job, { delayMs: minuteMs, attempts: 0 });
    await tx.run(endRelease, { id: domainId });
    await leave(tx, context, { domain: current, request });
    return finishJob(tx, job);
  });
}

/** What was asked for before does not count as a release. Resolvers may use the zone for a day. */
async function leave(
  tx: HostmasterTx,
  context: FulfilmentContext,
  left: { readonly domain: Domain; readonly request: TransferOut | undefined },
): Promise<void> {
  const { domain, request } = left;
  const at = await context.calendarNow(tx);
  await tx.run(setTransferred, {
    id: domain.id,
    transferredAt: at,
    zoneUntil: at + servedMs,
    releaseBeganAt: request === undefined ? context.clock.now() : null,
  });
  if (request !== undefined) {
    await tx.run(setTransferOutState, { id: request.id, state: 'approved' });
  }
  await record(tx, context, { ...domain, at });
}

async function record(
  tx: HostmasterTx,
  context: FulfilmentContext,
  domain: Domain & { readonly at: number },
): Promise<void> {
  const { workspaceId, name, id: domainId, at } = domain;
  await tx.run(setEndedAt, { domainId, endedAt: at });
  const notice = transferredAway(context.links, { workspaceId, name, domainId });
  await postMail(tx, { workspaceId, at, notice });
  recordFact(tx, {
    id: newId('act'),
    at,
    actor: systemActor(workspaceId, context.job.kind),
    fact: { kind: 'domain.transferred_away', domain: name },
  });
}
