/**
 * The answer to another registrar that asks for a domain: by a member of the workspace, by the owner with
 * a mailed link, or by an operator. It is stored, and a job sends it. The first answer counts. Members
 * and links answer the request that they were shown, and no later one.
 */
import { hash } from 'node:crypto';
import { Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { isoTime } from '../../base/iso-time.ts';
import { type Change, noChange } from '../../changes/change.ts';
import { transferOutJob } from '../../changes/job-kinds.ts';
import { type ChangeWork, persist } from '../../changes/persist.ts';
import { findDomainById, lockDomainById } from '../../storage/queries/domains/domains.ts';
import { readCalendarOffset } from '../../storage/queries/settings/calendar.ts';
import {
  findPendingTransferOut,
  findTransferOutByToken,
} from '../../storage/queries/transfers/transfers-out.ts';
import { update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';
import { type TransferOut, transfersOut } from '../../storage/tables/transfers/transfers-out.ts';
import { type Actor, systemActor } from '../../workspaces/actor.ts';
import { domainKey, loadLocked } from '../loading.ts';
import type { Call } from '../operation.ts';
import type { VisitorCall } from '../people/account-call.ts';

type TransferDecision = NonNullable<TransferOut['decision']>;

/** What the page behind the link shows. Changes nothing. */
export async function readTransferOut(call: VisitorCall, { token }: { readonly token: string }) {
  const { database, throttle } = call.services;
  throttle.tryLink(call.address);
  const request = await loadRequest(database, token);
  const domain = await database.first(findDomainById, { id: request.domainId });
  const { name } = requireOpen(call, { request, domain, offsetMs: await loadOffset(database) });
  throttle.rightLink(call.address);
  return viewOf(name, request);
}

export async function answerTransferOut(
  call: VisitorCall,
  { token, decision }: { readonly token: string; readonly decision: TransferDecision },
) {
  const { throttle, database } = call.services;
  throttle.tryLink(call.address);
  const answered = await persist(database, {
    keys: [],
    owner: '',
    commit: 'shared',
    async load(reader) {
      const request = await loadRequest(reader, token);
      const { domainId } = request;
      const [domain, pending, offsetMs] = await Promise.all([
        reader.first(lockDomainById, { id: domainId }),
        reader.first(findPendingTransferOut, { domainId }),
        loadOffset(reader),
      ]);
      return { request, domain, pending, offsetMs };
    },
    decide({ pending, ...loaded }) {
      const domain = requireOpen(call, loaded);
      if (pending?.id !== loaded.request.id) throw ended();
      const actor = systemActor(domain.workspaceId, 'email-link');
      const at = call.now + loaded.offsetMs;
      const change = answerRequest({ domain, decision, actor, at }, pending);
      return { answer: viewOf(domain.name, { ...pending, decision }), change };
    },
  });
  throttle.rightLink(call.address);
  return answered;
}

interface TransferAnswer {
  readonly domain: Pick<Domain, 'id' | 'name'>;
  readonly decision: TransferDecision;
  readonly actor: Actor;
  /** Calendar time. */
  readonly at: number;
}

interface LoadedRequest {
  readonly domain: Domain;
  readonly pending: TransferOut | undefined;
}

/** The answer of a member of the workspace. */
export function answerOwnTransferOut(
  call: Call,
  input: {
    readonly domain: string;
    readonly requestId: string;
    readonly decision: TransferDecision;
  },
): ChangeWork<LoadedRequest, ReturnType<typeof viewOf>> {
  return {
    keys: [domainKey(input.domain)],
    owner: call.actor.workspaceId,
    commit: 'shared',
    async load(reader) {
      const domain = await loadLocked(reader, call, input.domain);
      const pending = await reader.first(findPendingTransferOut, { domainId: domain.id });
      return { domain, pending };
    },
    decide({ domain, pending }) {
      const isShown = pending?.id === input.requestId && pending.actsAt > call.now;
      if (!isShown) throw new Refusal('transfer_ended', 'This request has already ended.');
      const { decision } = input;
      const answer = { domain, decision, actor: call.actor, at: call.now };
      const change = answerRequest(answer, pending);
      return { answer: viewOf(domain.name, { ...pending, decision }), change };
    },
  };
}

/** The answer of an operator. */
export function decideTransferOut(
  answer: TransferAnswer,
): ChangeWork<TransferOut | undefined, void> {
  const { id, name } = answer.domain;
  return {
    keys: [domainKey(name)],
    owner: answer.actor.workspaceId,
    commit: 'alone',
    async load(reader) {
      const [, pending] = await Promise.all([
        reader.first(lockDomainById, { id }),
        reader.first(findPendingTransferOut, { domainId: id }),
      ]);
      return pending;
    },
    decide: (pending) => ({ answer: undefined, change: answerRequest(answer, pending) }),
  };
}

function answerRequest(answer: TransferAnswer, pending: TransferOut | undefined): Change {
  const { domain, decision, actor, at } = answer;
  if (pending === undefined) throw ended();
  if (pending.decision === decision) return noChange;
  if (pending.decision !== null) {
    throw new Refusal('transfer_out_pending', 'This request was answered differently before.');
  }
  const fact = {
    kind: 'domain.transfer_out_answered',
    domain: domain.name,
    decision,
  } as const;
  return {
    rows: [
      update(transfersOut, { id: pending.id, state: 'pending', decision: null }, { decision }),
    ],
    jobs: [transferOutJob({ domainId: domain.id })],
    facts: [{ id: newId('act'), at, actor, fact }],
  };
}

async function loadRequest(reader: HostmasterReader, token: string): Promise<TransferOut> {
  const tokenHash = hash('sha256', token, 'hex');
  const request = await reader.first(findTransferOutByToken, { tokenHash });
  if (request === undefined) throw ended();
  return request;
}

async function loadOffset(reader: HostmasterReader): Promise<number> {
  return (await reader.first(readCalendarOffset, {}))?.offsetMs ?? 0;
}

/** After the registry's date a link is of no use, whatever became of the request. */
function requireOpen(
  { now }: VisitorCall,
  loaded: {
    readonly request: TransferOut;
    readonly domain: Domain | undefined;
    readonly offsetMs: number;
  },
): Domain {
  const { request, domain, offsetMs } = loaded;
  if (domain === undefined || request.actsAt <= now + offsetMs) throw ended();
  return domain;
}

export type ShownRequest = Pick<
  TransferOut,
  'id' | 'state' | 'decision' | 'requestedAt' | 'actsAt'
>;

export function viewOf(name: string, request: ShownRequest) {
  return {
    id: request.id,
    domain: name,
    state: request.state,
    decision: request.decision,
    requestedAt: isoTime(request.requestedAt),
    actsAt: isoTime(request.actsAt),
  };
}

/** There is no other link to ask for. */
function ended(): Refusal {
  return new Refusal(
    'link_expired',
    'This link no longer works: the request has ended, or the registry has decided about it.',
  );
}
