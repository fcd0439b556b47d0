/** What an account does is in the activity of each of its workspaces. */
import { loadList } from '@hostmaster/storage';
import { newId } from '../../base/ids.ts';
import type { Change } from '../../changes/change.ts';
import type { MemberFact } from '../../facts/workspaces.ts';
import { listWorkspacesOf } from '../../storage/queries/people/members.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Origin } from '../../storage/tables/events/activity.ts';
import { type Actor, userActor } from '../../workspaces/actor.ts';

/** The person in each of their workspaces. */
export async function loadWorkspaces(
  reader: HostmasterReader,
  userId: string,
): Promise<readonly { readonly actor: Actor }[]> {
  const list = await loadList(reader, listWorkspacesOf, { userId });
  return list.map(({ id, role, domainNames }) => ({
    actor: userActor(userId, id, { role, domainNames }),
  }));
}

export function inEach(
  workspaces: readonly { readonly actor: Actor }[],
  {
    at,
    fact,
    origin,
  }: { readonly at: number; readonly fact: MemberFact; readonly origin?: Origin },
): Change {
  return {
    facts: workspaces.map(({ actor }) => ({
      ...{ id: newId('act'), at, fact },
      actor: origin === undefined ? actor : { ...actor, origin },
    })),
  };
}
