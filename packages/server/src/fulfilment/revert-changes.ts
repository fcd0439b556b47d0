/** After a definite refusal the domain shows what the registry has, and the owner learns why. */
import { newId } from '../base/ids.ts';
import { type Change, combine } from '../changes/change.ts';
import { mailTo } from '../notices/new-mail.ts';
import { changeRefused } from '../notices/notices.ts';
import { publishNameservers } from '../publication/publish-nameservers.ts';
import type { RegistryDomain } from '../registrars/registrar.ts';
import { statement } from '../storage/statements.ts';
import type { Domain, DomainFields } from '../storage/tables/domains/domains.ts';
import { systemActor } from '../workspaces/actor.ts';
import type { DesiredChanges } from './desired-state.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

/** Expects the domain locked. Null when there is nothing that an owner has chosen. */
export function revertChanges(
  context: Pick<FulfilmentContext, 'links' | 'rules'>,
  refusal: {
    readonly domain: Domain;
    readonly found: RegistryDomain;
    readonly changes: DesiredChanges;
    readonly reason: string;
    readonly at: number;
    readonly recipient: string | null;
  },
): { readonly set: Partial<DomainFields>; readonly change: Change } | null {
  const { domain, found, changes, reason, at, recipient } = refusal;
  const isNameservers = changes.nameservers !== undefined;
  if (!isNameservers && changes.privacyEnabled === undefined) return null;
  const { id, workspaceId, name } = domain;
  const shown = shownAgain(domain, found, isNameservers);
  const isReverted =
    shown.privacyEnabled !== domain.owner.privacyEnabled ||
    shown.nameservers.join() !== domain.zone.nameservers.join();
  // A change that is refused again is one mail.
  const desiredRevision = domain.registry.desiredRevision + (isReverted ? 1 : 0);
  const actor = systemActor(workspaceId, 'registry');
  const author = { actor, now: at, operationId: newId('act') };
  const published = publishNameservers(
    author,
    { domain, ...context.rules },
    // Refused for something else, nameservers that wait go on waiting.
    {
      nameservers: shown.nameservers,
      isHeld: !isNameservers && domain.zone.servedNameservers !== null,
    },
  );
  const what = isNameservers ? 'nameservers' : 'privacy setting';
  const changeId = `${id}:${desiredRevision}`;
  const notice = changeRefused(context.links, { workspaceId, name, what, reason, changeId });
  return {
    set: { ...shown, ...published.set, desiredRevision, appliedRevision: desiredRevision },
    change: combine(published.change, {
      rows: [statement('setRefusal', { domainId: id, refusal: reason })],
      mails: [mailTo({ workspaceId, recipient, at, notice })],
    }),
  };
}

/** A registry that shows no nameservers leaves nothing to go back to. */
function shownAgain(
  domain: Domain,
  found: RegistryDomain,
  isNameservers: boolean,
): Pick<DomainFields, 'nameservers' | 'privacyEnabled'> {
  if (isNameservers) {
    const nameservers = found.nameservers.length > 0 ? found.nameservers : domain.zone.nameservers;
    return { nameservers, privacyEnabled: domain.owner.privacyEnabled };
  }
  const privacyEnabled = found.privacyEnabled ?? domain.owner.privacyEnabled;
  return { nameservers: domain.zone.nameservers, privacyEnabled };
}
