/** Another registrar asks for a domain of ours: it is stored, and the owner gets a link to answer. */
import { hash, randomBytes } from 'node:crypto';
import { dayMs, hourMs } from '@hostmaster/contract/durations';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { postPersonalMail } from '../mail/outbox.ts';
import { transferOutRequested } from '../mail/transfer-notices.ts';
import type { RegistryTransfer } from '../registrars/registrar.ts';
import {
  findPendingTransferOut,
  insertTransferOut,
  setTransferOutState,
  setTransferOutUntil,
} from '../storage/queries/transfers-out.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import type { TransferOut } from '../storage/tables/transfers-out.ts';
import { recordFact } from '../workspaces/activity.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

/** Where the registry does not tell when it decides. */
const usualDecisionMs = 5 * dayMs;
/** How often a request is looked at after the registry should have decided. */
const overdueAskMs = hourMs;

/** Expects the domain locked. The same request is noted once. */
export async function noteTransferOut(
  tx: HostmasterTx,
  context: FulfilmentContext,
  { domain, seen }: { readonly domain: Domain; readonly seen: RegistryTransfer | null },
): Promise<TransferOut> {
  const at = await context.calendarNow(tx);
  const known = await tx.first(findPendingTransferOut, { domainId: domain.id });
  const isKnown =
    known !== undefined && (seen?.requestedAt ?? known.requestedAt) === known.requestedAt;
  // Another request: the one before has ended.
  if (!isKnown && known !== undefined) {
    await tx.run(setTransferOutState, { id: known.id, state: 'cancelled' });
  }
  const request = isKnown ? known : await insert(tx, context, { domain, seen, at });
  const until = request.actsAt > at ? request.actsAt : at + overdueAskMs;
  await tx.run(setTransferOutUntil, { id: domain.id, transferOutUntil: until, dueAt: until });
  return request;
}

async function insert(
  tx: HostmasterTx,
  context: FulfilmentContext,
  noted: { readonly domain: Domain; readonly seen: RegistryTransfer | null; readonly at: number },
): Promise<TransferOut> {
  const { domain, seen, at } = noted;
  const token = randomBytes(32).toString('base64url');
  const request: TransferOut = {
    id: newId('tro'),
    domainId: domain.id,
    state: 'pending',
    requestedAt: seen?.requestedAt ?? at,
    actsAt: seen?.actsAt ?? at + usualDecisionMs,
    decision: null,
    tokenHash: hash('sha256', token, 'hex'),
    notedAt: at,
  };
  await tx.run(insertTransferOut, request);
  const { workspaceId, name } = domain;
  const facts = { name, token, requestId: request.id, actsAt: request.actsAt };
  await mailBoth(tx, domain, { at, notice: transferOutRequested(context.links, facts) });
  recordFact(tx, {
    id: newId('act'),
    at,
    actor: systemActor(workspaceId, context.job.kind),
    fact: { kind: 'domain.transfer_out_requested', domain: name, actsAt: isoTime(request.actsAt) },
  });
  return request;
}

/** The link is a secret, so that both get it as personal mail. */
async function mailBoth(
  tx: HostmasterTx,
  { workspaceId, contact }: Domain,
  mail: { readonly at: number; readonly notice: ReturnType<typeof transferOutRequested> },
): Promise<void> {
  const { at, notice } = mail;
  const workspace = await tx.first(findWorkspaceEmail, { id: workspaceId });
  for (const recipient of new Set([workspace?.email ?? contact.email, contact.email])) {
    const own = { ...notice, onceKey: `${notice.onceKey}:${recipient}` };
    await postPersonalMail(tx, { recipient, at, notice: own });
  }
}
