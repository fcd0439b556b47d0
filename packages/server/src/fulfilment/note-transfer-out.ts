/** Another registrar asks for a domain of ours: it is stored, and the owner gets a link to answer. */
import { hash, randomBytes } from 'node:crypto';
import { dayMs, hourMs } from '@hostmaster/contract/durations';
import { newId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { type Change, combine } from '../changes/change.ts';
import { personalMail } from '../notices/new-mail.ts';
import { transferOutRequested } from '../notices/transfer-notices.ts';
import type { RegistryTransfer } from '../registrars/registrar.ts';
import { insert, update } from '../storage/row-write.ts';
import { type Domain, domains } from '../storage/tables/domains/domains.ts';
import { type TransferOut, transfersOut } from '../storage/tables/transfers/transfers-out.ts';
import { jobFact } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

/** Where the registry does not tell when it decides. */
const usualDecisionMs = 5 * dayMs;
/** How often a request is looked at after the registry should have decided. */
const overdueAskMs = hourMs;

interface Noted {
  readonly domain: Domain;
  readonly seen: RegistryTransfer | null;
  /** The pending request that is stored. */
  readonly known: TransferOut | undefined;
  readonly at: number;
  /** The address of the workspace. */
  readonly recipient: string | null;
}

/** Expects the domain locked. The same request is noted once. */
export function noteTransferOut(
  context: FulfilmentContext,
  noted: Noted,
): { readonly request: TransferOut; readonly change: Change } {
  const { domain, seen, known, at } = noted;
  const isKnown =
    known !== undefined && (seen?.requestedAt ?? known.requestedAt) === known.requestedAt;
  const { request, change } = isKnown ? { request: known, change: {} } : newRequest(context, noted);
  const until = request.actsAt > at ? request.actsAt : at + overdueAskMs;
  const rows = [update(domains, { id: domain.id }, { transferOutUntil: until, dueAt: until })];
  return { request, change: combine(change, { rows }) };
}

/** The one before has ended. */
function newRequest(
  context: FulfilmentContext,
  { domain, seen, known, at, recipient }: Noted,
): { readonly request: TransferOut; readonly change: Change } {
  const { id: domainId, name } = domain;
  const { contact } = domain.owner;
  const token = randomBytes(32).toString('base64url');
  const request: TransferOut = {
    id: newId('tro'),
    domainId,
    state: 'pending',
    requestedAt: seen?.requestedAt ?? at,
    actsAt: seen?.actsAt ?? at + usualDecisionMs,
    decision: null,
    tokenHash: hash('sha256', token, 'hex'),
    notedAt: at,
  };
  const { actsAt } = request;
  const notice = transferOutRequested(context.links, {
    name,
    token,
    requestId: request.id,
    actsAt,
  });
  const fact = {
    kind: 'domain.transfer_out_requested',
    domain: name,
    actsAt: isoTime(actsAt),
  } as const;
  return {
    request,
    change: {
      rows: [
        ...(known === undefined
          ? []
          : [update(transfersOut, { id: known.id }, { state: 'cancelled' })]),
        insert(transfersOut, request),
      ],
      // The link is a secret, so that both get it as personal mail.
      mails: [...new Set([recipient ?? contact.email, contact.email])].map((address) => {
        const own = { ...notice, onceKey: `${notice.onceKey}:${address}` };
        return personalMail({ cause: domain.workspaceId, recipient: address, at, notice: own });
      }),
      facts: [jobFact(context, domain, { at, fact })],
    },
  };
}
