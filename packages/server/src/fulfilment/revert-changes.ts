/** After a definite refusal the domain shows what the registry has, and the owner learns why. */
import { changeRefused } from '../mail/notices.ts';
import { postMail } from '../mail/outbox.ts';
import type { RegistryDomain } from '../registrars/registrar.ts';
import { setDesiredState } from '../storage/queries/domains.ts';
import { setRefusal } from '../storage/queries/registry-notes.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';
import { systemActor } from '../workspaces/actor.ts';
import { publishNameservers } from '../zones/publication/publish-change.ts';
import type { DesiredChanges } from './desired-state.ts';
import type { FulfilmentContext } from './fulfilment-context.ts';

/** Expects the domain locked. False when there is nothing that an owner has chosen. */
export async function revertChanges(
  tx: HostmasterTx,
  context: FulfilmentContext,
  refusal: {
    readonly domain: Domain;
    readonly found: RegistryDomain;
    readonly changes: DesiredChanges;
    readonly reason: string;
  },
): Promise<boolean> {
  const { domain, found, changes, reason } = refusal;
  const isNameservers = changes.nameservers !== undefined;
  if (!isNameservers && changes.privacyEnabled === undefined) return false;
  const { nameservers, privacyEnabled } = shownAgain(domain, found, isNameservers);
  const desiredRevision = domain.desiredRevision + 1;
  await tx.run(setDesiredState, { id: domain.id, nameservers, privacyEnabled, desiredRevision });
  const { workspaceId, name } = domain;
  const now = await context.calendarNow(tx);
  const actor = systemActor(workspaceId, 'registry');
  await publishNameservers(tx, { actor, now }, domain, nameservers);
  await tx.run(setRefusal, { domainId: domain.id, refusal: reason });
  const what = isNameservers ? 'nameservers' : 'privacy setting';
  const changeId = `${domain.id}:${desiredRevision}`;
  const notice = changeRefused(context.links, { workspaceId, name, what, reason, changeId });
  await postMail(tx, { workspaceId, at: now, notice });
  return true;
}

/** A registry that shows no nameservers leaves nothing to go back to. */
function shownAgain(
  domain: Domain,
  found: RegistryDomain,
  isNameservers: boolean,
): Pick<Domain, 'nameservers' | 'privacyEnabled'> {
  if (isNameservers) {
    const nameservers = found.nameservers.length > 0 ? found.nameservers : domain.nameservers;
    return { nameservers, privacyEnabled: domain.privacyEnabled };
  }
  const privacyEnabled = found.privacyEnabled ?? domain.privacyEnabled;
  return { nameservers: domain.nameservers, privacyEnabled };
}
