/**
 * A person deletes their account, or an operator does it for them (docs/adr/0045): one transaction for all
 * that is about the person, and a journal of what the activity still says about them (erase-people.ts).
 */
import type { Grant } from '@hostmaster/contract/roles';
import { loadList } from '@hostmaster/storage';
import { invalidRequest, Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { type Change, combine } from '../../changes/change.ts';
import { changeWork } from '../../changes/persist.ts';
import { accountDeleted } from '../../notices/account-notices.ts';
import type { NoticeLinks } from '../../notices/notices.ts';
import { listWorkspacesOf } from '../../storage/queries/people/members.ts';
import { findUser } from '../../storage/queries/people/users.ts';
import { insert, type RowWrite, remove, removeAll, updateAll } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { apiKeys } from '../../storage/tables/keys/api-keys.ts';
import { updateKeys } from '../../storage/tables/keys/update-keys.ts';
import { mails } from '../../storage/tables/mail/mails.ts';
import { commandLineLogins } from '../../storage/tables/people/command-line-logins.ts';
import { devices } from '../../storage/tables/people/devices.ts';
import { erasures } from '../../storage/tables/people/erasures.ts';
import { identities } from '../../storage/tables/people/identities.ts';
import { invitations } from '../../storage/tables/people/invitations.ts';
import { linkTokens } from '../../storage/tables/people/link-tokens.ts';
import { type User, users } from '../../storage/tables/people/users.ts';
import { recoveryEnd } from '../../users/recoveries.ts';
import { normaliseEmail } from '../../users/users.ts';
import { type Actor, operatorActor, userActor } from '../../workspaces/actor.ts';
import { revokeMemberKeys } from '../../workspaces/member-keys.ts';
import { memberRemoval } from '../../workspaces/members.ts';
import {
  deletionOf,
  loadDeletion,
  requireDeletable,
  type WorkspaceToDelete,
} from '../../workspaces/workspace-deletion.ts';
import { type AccountCall, ofAccount, originOf } from './account-call.ts';
import { type LoadedMembership, loadMemberChange } from './change-membership.ts';
import { keepReceivers } from './member-receivers.ts';
import { factorRemovals, noticeTo } from './second-factor.ts';

interface DeletionCall {
  /** Calendar time. */
  readonly at: number;
  readonly machineNow: number;
  readonly links: NoticeLinks;
  readonly reason?: string;
  /** Who deletes the account, in each workspace of the person. */
  actorIn(workspaceId: string, grant: Grant): Actor;
}

/** What a person typed must be their own address. */
export async function deleteOwnAccount(
  call: AccountCall,
  { confirm }: { readonly confirm: string },
): Promise<void> {
  const { accountId: id, services, now, session } = call;
  const typed = normaliseEmail(confirm);
  const user = await services.database.first(findUser, { id });
  if (user?.email !== typed) {
    throw invalidRequest({ path: 'confirm', message: 'must be your email address' });
  }
  const deletion: DeletionCall = {
    at: now + (session?.calendarOffsetMs ?? 0),
    machineNow: now,
    links: services,
    actorIn: (workspaceId, grant) => ({
      ...userActor(id, workspaceId, grant),
      origin: originOf(call),
    }),
  };
  await call.persist(deleteAccount(deletion, user));
}

export function deleteAccountByCommand(
  call: Omit<DeletionCall, 'actorIn'> & { readonly reason: string },
  user: User,
) {
  return deleteAccount({ ...call, actorIn: operatorActor }, user);
}

function deleteAccount(call: DeletionCall, { id: userId }: Pick<User, 'id'>) {
  return changeWork({
    ...ofAccount(userId),
    commit: 'alone',
    async load(reader) {
      const user = await reader.first(findUser, { id: userId });
      return { user, places: user === undefined ? [] : await loadPlaces(reader, call, userId) };
    },
    decide({ user, places }) {
      // Another request was faster.
      if (user === undefined) return { answer: undefined, change: {} };
      const left = places.map((place) => leave(call, user, place));
      return {
        answer: undefined,
        change: combine(...left, { rows: rowsOf(call, user) }, notice(call, user)),
      };
    },
  });
}

interface Place extends LoadedMembership {
  readonly actor: Actor;
  readonly name: string;
  /** The person is its only member, and it is deleted with the account; null otherwise. */
  readonly deleted: WorkspaceToDelete | null;
}

/** In the order of the workspaces, which are locked one after the other. */
async function loadPlaces(
  reader: HostmasterReader,
  call: DeletionCall,
  userId: string,
): Promise<readonly Place[]> {
  const places: Place[] = [];
  const { machineNow } = call;
  const workspaces = await loadList(reader, listWorkspacesOf, { userId });
  for (const { id: workspaceId, name, role, domainNames } of workspaces) {
    const actor = call.actorIn(workspaceId, { role, domainNames });
    const loaded = await loadMemberChange(reader, { actor, machineNow }, userId);
    const isAlone = isLastOwner(loaded) && loaded.membership.count === 1;
    const deleted = isAlone ? await loadDeletion(reader, { workspaceId, now: machineNow }) : null;
    places.push({ ...loaded, actor, name, deleted });
  }
  return places;
}

function isLastOwner({ membership: { current, owners } }: LoadedMembership): boolean {
  return current?.role === 'owner' && owners === 1;
}

/** The keys of the person end; what belongs to the workspace stays. */
function leave(call: DeletionCall, { id: userId }: User, place: Place): Change {
  const { actor, name, deleted, keys, receivers } = place;
  const { workspaceId } = actor;
  const { at, reason } = call;
  if (deleted !== null) {
    requireDeletable(deleted);
    return deletionOf(deleted, { ...call, actor });
  }
  if (isLastOwner(place)) {
    throw new Refusal(
      'last_owner',
      `${name} would have no owner. Make another member an owner or delete the workspace, then delete the account.`,
    );
  }
  const said = reason === undefined ? {} : { reason };
  const fact = { kind: 'account.delete', userId, ...said } as const;
  return combine(
    revokeMemberKeys(keys, { actor, at }),
    keepReceivers(receivers, { actor, userId }),
    {
      rows: memberRemoval({ userId, workspaceId }),
      facts: [{ id: newId('act'), at, actor, fact }],
      announce: [{ kind: 'key-revoked' }],
    },
  );
}

function rowsOf({ at }: DeletionCall, { id: userId, email }: User): readonly RowWrite[] {
  const created = { createdBy: userId };
  return [
    ...factorRemovals(userId),
    ...recoveryEnd(userId),
    ...[devices, identities, linkTokens, commandLineLogins].map((each) =>
      removeAll(each, { userId }),
    ),
    removeAll(invitations, { invitedBy: userId }),
    removeAll(invitations, { email }),
    removeAll(mails, { cause: userId }),
    removeAll(mails, { recipient: email, workspaceId: null }),
    // Keys of workspaces that the person left before: without a creator they would work again.
    updateAll(apiKeys, { ...created, revokedAt: null }, { revokedAt: at }),
    updateAll(updateKeys, { ...created, revokedAt: null }, { revokedAt: at }),
    updateAll(apiKeys, created, { createdBy: null }),
    updateAll(updateKeys, created, { createdBy: null }),
    insert(erasures, { userId, email, walkedTo: '', lastId: newId('act') }),
    remove(users, { id: userId, email }),
  ];
}

function notice({ machineNow: now, links }: DeletionCall, user: User): Change {
  return noticeTo({ now }, user, accountDeleted(links));
}
