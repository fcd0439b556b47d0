/**
 * Puts a domain on hold, or lifts the hold: at the registry it is clientHold (RFC 5731), which takes
 * the name out of the DNS. It is desired state, which a job sends and which reconciliation repairs.
 */

import type { Change } from '../../changes/change.ts';
import { convergenceJob } from '../../changes/job-kinds.ts';
import type { ChangeWork } from '../../changes/persist.ts';
import { happened } from '../../facts/fact.ts';
import { mailTo } from '../../notices/new-mail.ts';
import { domainHeld, domainUnheld, type NoticeLinks } from '../../notices/notices.ts';
import { findHold } from '../../storage/queries/domains/domain-holds.ts';
import { findWorkspaceEmail } from '../../storage/queries/workspaces/workspaces.ts';
import { insert, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type DomainHold, domainHolds } from '../../storage/tables/domains/domain-holds.ts';
import { type Domain, domains } from '../../storage/tables/domains/domains.ts';
import { domainKey } from '../loading.ts';
import type { Call } from '../operation.ts';
import { loadLive } from '../transfers/prepare-transfer-out.ts';

export interface HoldChange {
  readonly domain: Pick<Domain, 'id' | 'name'>;
  readonly isHeld: boolean;
  readonly reason: string;
  readonly links: NoticeLinks;
}

export interface LoadedHold {
  readonly domain: Domain;
  readonly before: DomainHold | undefined;
  readonly workspaceEmail: string | null;
}

/** Repeating a change sends it to the registry again, without another mail. */
export function changeHold(
  call: HoldCall,
  { domain: { id, name }, ...hold }: HoldChange,
): ChangeWork<LoadedHold, void> {
  return {
    keys: [domainKey(name)],
    owner: call.actor.workspaceId,
    commit: 'alone',
    load: (reader) => loadHold(reader, { id, name }),
    decide: (loaded) => ({
      answer: undefined,
      change: decideHold(call, loaded, { ...hold, cause: null }),
    }),
  };
}

type HoldCall = Pick<Call, 'actor' | 'now' | 'operationId'>;

/** `domain` is loaded with its lock. */
export function decideHold(
  call: HoldCall,
  { domain, before, workspaceEmail }: LoadedHold,
  { isHeld, reason, cause, links }: Omit<HoldChange, 'domain'> & Pick<DomainHold, 'cause'>,
): Change {
  const { id, name, workspaceId } = domain;
  const sent = {
    rows: [update(domains, { id }, { desiredRevision: domain.registry.desiredRevision + 1 })],
    jobs: [convergenceJob({ domainId: id })],
  };
  if (before?.isHeld === isHeld && before.reason === reason) return sent;
  const hold = { isHeld, reason, cause, changedAt: call.now };
  const facts = { workspaceId, name, reason, changeId: call.operationId };
  const notice = isHeld ? domainHeld(links, facts) : domainUnheld(links, facts);
  const stored =
    before === undefined
      ? insert(domainHolds, { domainId: id, ...hold })
      : update(domainHolds, { domainId: id }, hold);
  return {
    ...sent,
    rows: [...sent.rows, stored],
    facts: [
      happened(call, { kind: isHeld ? 'domain.held' : 'domain.unheld', domain: name, reason }),
    ],
    mails: [mailTo({ workspaceId, recipient: workspaceEmail, at: call.now, notice })],
  };
}

async function loadHold(
  reader: HostmasterReader,
  subject: Pick<Domain, 'id' | 'name'>,
): Promise<LoadedHold> {
  const domain = await loadLive(reader, subject);
  const [before, workspace] = await Promise.all([
    reader.first(findHold, { domainId: domain.id }),
    reader.first(findWorkspaceEmail, { id: domain.workspaceId }),
  ]);
  return { domain, before, workspaceEmail: workspace?.email ?? null };
}
