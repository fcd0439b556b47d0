/** How operations find the domain a path names, and whether it may be changed. */
import { domainNotFound, Refusal } from '../base/errors.ts';
import { normaliseDomainName } from '../domains/domain-name.ts';
import { findDomain, lockDomain, lockZone } from '../storage/queries/domains.ts';
import type { DomainRow, HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import { reaches } from '../workspaces/actor.ts';
import type { Call, Question } from './operation.ts';

/** An ill-formed name simply does not exist. */
export async function loadDomain(reader: HostmasterReader, call: Question, pathName: string) {
  const name = normaliseDomainName(pathName);
  if (name === null) throw domainNotFound();
  const domain = await reader.first(findDomain, { workspaceId: call.actor.workspaceId, name });
  if (domain === undefined || !reaches(call.actor, name)) throw domainNotFound();
  return domain;
}

/** Loads and locks; refuses what can no longer be changed. */
export async function loadForChange(
  tx: HostmasterTx,
  call: Call,
  pathName: string,
): Promise<DomainRow> {
  const name = normaliseDomainName(pathName);
  if (name === null) throw domainNotFound();
  const domain = await tx.first(lockDomain, { workspaceId: call.actor.workspaceId, name });
  if (domain === undefined || !reaches(call.actor, name)) throw domainNotFound();
  assertChangeable(domain);
  return domain;
}

/** For a change of records. Whether the domain may be changed is judged after the record exists. */
export async function loadZone(tx: HostmasterTx, call: Call, pathName: string) {
  const name = normaliseDomainName(pathName);
  if (name === null) throw domainNotFound();
  const domain = await tx.first(lockZone, { workspaceId: call.actor.workspaceId, name });
  if (domain === undefined || !reaches(call.actor, name)) throw domainNotFound();
  return domain;
}

export function assertChangeable(domain: Pick<DomainRow, 'state'>): void {
  if (domain.state === 'failed') {
    throw new Refusal(
      'domain_failed',
      'The registration of this domain failed and its credits were returned. Register it again to use it.',
    );
  }
  if (domain.state === 'releasing') {
    throw new Refusal('domain_releasing', 'This domain is being released and cannot be changed.');
  }
}
