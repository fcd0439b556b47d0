/**
 * The answer to another registrar that asks for a domain: by the owner with a mailed link, or by an
 * operator. It is stored, and a job sends it. The first answer counts.
 */
import { hash } from 'node:crypto';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { enqueueTransferOut } from '../fulfilment/job-kinds.ts';
import { readCalendarOffset } from '../storage/queries/calendar.ts';
import { findDomainById, lockDomainById } from '../storage/queries/domains.ts';
import {
  findPendingTransferOut,
  findTransferOutByToken,
  setTransferOutDecision,
} from '../storage/queries/transfers-out.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { TransferOut } from '../storage/tables/transfers-out.ts';
import { recordFact } from '../workspaces/activity.ts';
import { type Actor, systemActor } from '../workspaces/actor.ts';
import type { VisitorCall } from './accounts/account-call.ts';

type TransferDecision = NonNullable<TransferOut['decision']>;

/** What the page behind the link shows. Changes nothing. */
export async function readTransferOut(call: VisitorCall, { token }: { readonly token: string }) {
  const { database, throttle } = call.services;
  throttle.tryLink(call.address);
  const { view } = await openRequest(database, call, token);
  throttle.rightLink(call.address);
  return view;
}

export async function answerTransferOut(
  call: VisitorCall,
  { token, decision }: { readonly token: string; readonly decision: TransferDecision },
) {
  const { throttle } = call.services;
  throttle.tryLink(call.address);
  const answered = await call.transact(async (tx) => {
    const { domain, at } = await openRequest(tx, call, token);
    const actor = systemActor(domain.workspaceId, 'email-link');
    await decideTransferOut(tx, { domain, decision, actor, at });
    return (await openRequest(tx, call, token)).view;
  });
  throttle.rightLink(call.address);
  return answered;
}

export async function decideTransferOut(
  tx: HostmasterTx,
  answer: {
    readonly domain: Pick<Domain, 'id' | 'name'>;
    readonly decision: TransferDecision;
    readonly actor: Actor;
    /** Calendar time. */
    readonly at: number;
  },
): Promise<void> {
  const { domain, decision, actor, at } = answer;
  await tx.first(lockDomainById, { id: domain.id });
  const request = await tx.first(findPendingTransferOut, { domainId: domain.id });
  if (request === undefined) throw ended();
  if (request.decision === decision) return;
  const touched = await tx.run(setTransferOutDecision, { id: request.id, decision });
  if (touched === 0) {
    throw new Refusal('transfer_out_pending', 'This request was answered differently before.');
  }
  await enqueueTransferOut(tx, { domainId: domain.id });
  recordFact(tx, {
    id: newId('act'),
    at,
    actor,
    fact: { kind: 'domain.transfer_out_answered', domain: domain.name, decision },
  });
}

/** After the registry's date a link is of no use, whatever became of the request. */
async function openRequest(reader: HostmasterReader, call: VisitorCall, token: string) {
  const tokenHash = hash('sha256', token, 'hex');
  const request = await reader.first(findTransferOutByToken, { tokenHash });
  if (request === undefined) throw ended();
  const domain = await reader.first(findDomainById, { id: request.domainId });
  const offset = await reader.first(readCalendarOffset, {});
  const at = call.now + (offset?.offsetMs ?? 0);
  if (domain === undefined || request.actsAt <= at) throw ended();
  const view = {
    domain: domain.name,
    state: request.state,
    decision: request.decision,
    requestedAt: isoTime(request.requestedAt),
    actsAt: isoTime(request.actsAt),
  };
  return { domain, at, view };
}

/** There is no other link to ask for. */
function ended(): Refusal {
  return new Refusal(
    'link_expired',
    'This link no longer works: the request has ended, or the registry has decided about it.',
  );
}
