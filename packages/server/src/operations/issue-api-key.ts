/** Creates an API key and mails the workspace about it. Operators are not limited in number. */
import type { Limits } from '../base/limits.ts';
import { apiKeyCreated, mailNewKey } from '../mail/key-notices.ts';
import type { NoticeLinks } from '../mail/notices.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Actor } from '../workspaces/actor.ts';
import { createKey, type NewKey } from '../workspaces/keys.ts';
import { requireRoom } from '../workspaces/workspace-quota.ts';

/** Who creates a key of a workspace, of either kind. */
export interface KeyCall {
  readonly actor: Actor;
  /** Calendar time. */
  readonly now: number;
  readonly machineNow: number;
  readonly links: NoticeLinks;
  readonly limits: Limits;
}

export async function issueApiKey(
  tx: HostmasterTx,
  call: KeyCall,
  input: NewKey,
): Promise<{ id: string; name: string; prefix: string }> {
  const { actor, now: at } = call;
  await requireRoomForKey(tx, call, 'apiKeys');
  const created = await createKey(tx, { actor, at, input });
  if (created === null) throw new Error('A random key was generated twice.');
  const { workspaceId } = actor;
  const notice = apiKeyCreated(call.links, { ...created, workspaceId });
  await mailNewKey(tx, { creator: actor, at, notice });
  return created;
}

export async function requireRoomForKey(
  tx: HostmasterTx,
  { actor, machineNow, limits }: KeyCall,
  quota: 'apiKeys' | 'updateKeys',
): Promise<void> {
  if (actor.kind === 'operator') return;
  await requireRoom(tx, quota, { workspaceId: actor.workspaceId, now: machineNow, limits });
}
