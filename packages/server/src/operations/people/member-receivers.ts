/**
 * What a member added that sends data of the workspace elsewhere: webhooks and own secondaries. They belong
 * to the workspace and stay when the member leaves; who removes the member deletes or keeps them.
 */
import { loadList } from '@hostmaster/storage';
import { presentSocketAddress } from '../../base/addresses/socket-address.ts';
import { newId } from '../../base/ids.ts';
import type { Change } from '../../changes/change.ts';
import { listDomainSecondariesBy } from '../../storage/queries/domain-secondaries/domain-secondaries.ts';
import { listWebhooksBy, lockWebhook } from '../../storage/queries/webhooks/webhooks.ts';
import { removeAll, updateAll } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { domainSecondaries } from '../../storage/tables/domain-secondaries/domain-secondaries.ts';
import { webhookDeliveries } from '../../storage/tables/webhooks/webhook-deliveries.ts';
import { webhooks } from '../../storage/tables/webhooks/webhooks.ts';
import type { Actor } from '../../workspaces/actor.ts';

interface MemberOf {
  readonly workspaceId: string;
  readonly userId: string;
}

export interface MemberReceivers {
  readonly webhooks: readonly { readonly id: string; readonly url: string }[];
  readonly secondaries: readonly {
    readonly id: string;
    readonly domain: string;
    readonly address: string;
  }[];
}

export async function listMemberReceivers(
  reader: HostmasterReader,
  member: MemberOf,
): Promise<MemberReceivers> {
  const [hooks, stored] = await Promise.all([
    loadList(reader, listWebhooksBy, member),
    loadList(reader, listDomainSecondariesBy, member),
  ]);
  const secondaries = stored.map(({ id, domain, address, port }) => ({
    id,
    domain,
    address: presentSocketAddress(address, port),
  }));
  return { webhooks: hooks, secondaries };
}

/** With the locks that a change of webhooks needs, in the order of their ids. */
export async function loadMemberReceivers(
  reader: HostmasterReader,
  member: MemberOf,
): Promise<MemberReceivers> {
  const found = await listMemberReceivers(reader, member);
  for (const { id } of found.webhooks) await reader.first(lockWebhook, { id });
  return found;
}

/** They pass to the person who keeps them; to no one when an operator does, or the member leaves. */
export function keepReceivers(
  { webhooks: hooks, secondaries }: MemberReceivers,
  { actor, userId }: { readonly actor: Actor; readonly userId: string },
): Change {
  const createdBy = actor.kind === 'user' && actor.id !== userId ? actor.id : null;
  return {
    rows: [
      ...hooks.map(({ id }) => updateAll(webhooks, { id }, { createdBy })),
      ...secondaries.map(({ id }) => updateAll(domainSecondaries, { id }, { createdBy })),
    ],
  };
}

export function deleteReceivers(
  { webhooks: hooks, secondaries }: MemberReceivers,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Change {
  const by = () => ({ id: newId('act'), at, actor });
  return {
    rows: [
      ...hooks.flatMap(({ id }) => [
        removeAll(webhookDeliveries, { webhookId: id }),
        removeAll(webhooks, { id }),
      ]),
      ...secondaries.map(({ id }) => removeAll(domainSecondaries, { id })),
    ],
    facts: [
      ...hooks.map(({ id, url }) => ({
        ...by(),
        fact: { kind: 'webhook.delete' as const, webhookId: id, url },
      })),
      ...secondaries.map(({ domain, address }) => ({
        ...by(),
        fact: { kind: 'domain.secondary_removed' as const, domain, address },
      })),
    ],
  };
}
