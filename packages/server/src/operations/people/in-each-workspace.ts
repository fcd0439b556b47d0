/** What an account does is in the activity of each of its workspaces. */
import { loadList } from '@hostmaster/storage';
import { newId } from '../../base/ids.ts';
import type { Change } from '../../changes/change.ts';
import type { MemberFact } from '../../facts/workspaces.ts';
import { listWorkspacesOf } from '../../storage/queries/people/members.ts';
import { readCalendarOffset } from '../../storage/queries/settings/calendar.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Origin } from '../../storage/tables/events/activity.ts';
import type { SessionProof } from '../../storage/tables/people/sessions.ts';
import { type Actor, userActor } from '../../workspaces/actor.ts';
import { originOf, type VisitorCall } from './account-call.ts';

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

/** The workspaces of a person, and how far the calendar is ahead of the machine clock. */
export interface OwnWorkspaces {
  readonly workspaces: readonly { readonly actor: Actor }[];
  readonly offsetMs: number;
}

export async function loadOwnWorkspaces(
  reader: HostmasterReader,
  userId: string,
): Promise<OwnWorkspaces> {
  const [workspaces, calendar] = await Promise.all([
    loadWorkspaces(reader, userId),
    reader.first(readCalendarOffset, {}),
  ]);
  return { workspaces, offsetMs: calendar?.offsetMs ?? 0 };
}

/** What a person did to their own account. A sign-in gives the proof that its session will have. */
export function ownDeed(
  call: Pick<VisitorCall, 'now' | 'address' | 'session'>,
  { workspaces, offsetMs }: OwnWorkspaces,
  fact: MemberFact,
  proof?: SessionProof,
): Change {
  const origin = proof === undefined ? originOf(call) : { address: call.address, proof };
  return inEach(workspaces, { at: call.now + offsetMs, fact, origin });
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
