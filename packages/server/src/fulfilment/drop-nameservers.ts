/** A domain keeps the nameservers that it can have, and its owner learns which are gone. */
import { newId } from '../base/ids.ts';
import { type Change, combine } from '../changes/change.ts';
import { mailTo } from '../notices/new-mail.ts';
import { nameserversRemoved } from '../notices/notices.ts';
import { publishNameservers } from '../publication/publish-nameservers.ts';
import { statement } from '../storage/statements.ts';
import type { Domain, DomainFields } from '../storage/tables/domains/domains.ts';
import { systemActor } from '../workspaces/actor.ts';
import { jobFact } from './domain-job.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

/** Expects the domain locked. The registry has the other nameservers already. */
export function dropNameservers(
  context: FulfilmentContext,
  dropped: {
    readonly domain: Domain;
    readonly hosts: readonly string[];
    readonly at: number;
    readonly recipient: string | null;
  },
): { readonly set: Partial<DomainFields>; readonly change: Change } {
  const { domain, hosts, at, recipient } = dropped;
  const { id, workspaceId, name } = domain;
  const nameservers = domain.zone.nameservers.filter((host) => !hosts.includes(host));
  const desiredRevision = domain.registry.desiredRevision + 1;
  const actor = systemActor(workspaceId, 'registry');
  const author = { actor, now: at, operationId: newId('act') };
  const published = publishNameservers(
    author,
    { domain, ...context.rules },
    { nameservers, isHeld: domain.zone.servedNameservers !== null },
  );
  const changeId = `${id}:${desiredRevision}`;
  const notice = nameserversRemoved(context.links, { workspaceId, name, hosts, changeId });
  const refusal = `${hosts.join(', ')} was removed, because the domain it is in is not registered.`;
  const fact = { kind: 'domain.nameservers_removed', domain: name, hosts, nameservers } as const;
  return {
    set: { nameservers, ...published.set, desiredRevision, appliedRevision: desiredRevision },
    change: combine(published.change, {
      rows: [statement('setRefusal', { domainId: id, refusal })],
      mails: [mailTo({ workspaceId, recipient, at, notice })],
      facts: [jobFact(context, domain, { at, fact })],
    }),
  };
}
