/** Creates an API key and mails the workspace about it. Operators are not limited in number. */
import type { Limits } from '../../base/limits.ts';
import { combine } from '../../changes/change.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import {
  apiKeyCreated,
  type KeyAddresses,
  loadKeyAddresses,
  newKeyMails,
} from '../../notices/key-notices.ts';
import type { NoticeLinks } from '../../notices/notices.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Actor } from '../../workspaces/actor.ts';
import { createKey, type NewKey } from '../../workspaces/keys.ts';
import { loadUse, requireRoomFor } from '../../workspaces/workspace-quota.ts';
import { findForeignNames, requireOwnNames } from '../domains/own-names.ts';

/** Who creates a key of a workspace, of either kind. */
export interface KeyCall {
  readonly actor: Actor;
  /** Calendar time. */
  readonly now: number;
  readonly machineNow: number;
  readonly links: NoticeLinks;
  readonly limits: Limits;
}

export function issueApiKey(call: KeyCall, input: NewKey) {
  const { actor, now: at, links } = call;
  const { workspaceId } = actor;
  return changeWork({
    ...ofWorkspace(workspaceId),
    load: async (reader) => ({
      ...(await loadForKey(reader, call, 'apiKeys')),
      foreign: await findForeignNames(reader, actor, input.domainNames ?? []),
    }),
    decide({ used, addresses, foreign }) {
      requireOwnNames(foreign);
      requireRoomForKey(call, 'apiKeys', used);
      const { answer, change } = createKey({ actor, at, input });
      const notice = apiKeyCreated(links, { ...answer, workspaceId });
      const mails = newKeyMails(addresses, { workspaceId, at, notice });
      return { answer, change: combine(change, { mails }) };
    },
  });
}

type KeyQuota = 'apiKeys' | 'updateKeys';

/** What the creation of a key depends on: how many there are, and where the mails go. */
export async function loadForKey(
  reader: HostmasterReader,
  { actor, machineNow: now }: KeyCall,
  quota: KeyQuota,
): Promise<{ readonly used: number; readonly addresses: KeyAddresses }> {
  const { workspaceId } = actor;
  const [used, addresses] = await Promise.all([
    loadUse(reader, quota, { workspaceId, now }),
    loadKeyAddresses(reader, actor),
  ]);
  return { used, addresses };
}

export function requireRoomForKey({ actor, limits }: KeyCall, quota: KeyQuota, used: number): void {
  if (actor.kind !== 'operator') requireRoomFor(quota, used, limits);
}
