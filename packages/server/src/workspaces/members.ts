/** The accounts that may use a workspace in the dashboard. */
import { newId } from '../base/ids.ts';
import type { Limits } from '../base/limits.ts';
import { addMember, findMember, removeMember } from '../storage/queries/members.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { User } from '../storage/tables/users.ts';
import { recordFact } from './activity.ts';
import type { Actor } from './actor.ts';
import { requireRoom } from './workspace-quota.ts';

/** False when nothing changed: the account is a member already, or is none. */
export async function changeMember(
  tx: HostmasterTx,
  call: {
    readonly actor: Actor;
    /** Calendar time. */
    readonly at: number;
    /** Machine time. */
    readonly machineNow: number;
    readonly verb: 'add' | 'remove';
    readonly user: Pick<User, 'id' | 'email'>;
    readonly limits: Limits;
  },
): Promise<boolean> {
  const { actor, at, verb, user, limits } = call;
  const { workspaceId } = actor;
  const membership = { userId: user.id, workspaceId };
  const isMember = (await tx.first(findMember, membership)) !== undefined;
  if (verb === 'add' && !isMember) {
    await requireRoom(tx, 'members', { workspaceId, now: call.machineNow, limits });
  }
  const touched =
    verb === 'add'
      ? await tx.run(addMember, { ...membership, createdAt: call.machineNow })
      : await tx.run(removeMember, membership);
  if (touched === 0) return false;
  recordFact(tx, {
    id: newId('act'),
    at,
    actor,
    fact: { kind: `member.${verb}`, email: user.email },
  });
  return true;
}
