/**
 * The page behind an invitation's link, and joining. The link proves the address: a person without an
 * account creates it here, and one with an account must be signed in with it.
 */
import { denialOf, type Grant } from '@hostmaster/contract/roles';
import { invalidRequest, Refusal } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { type Change, combine } from '../../changes/change.ts';
import { changeWork, ofWorkspace } from '../../changes/persist.ts';
import { findInvitationByHash } from '../../storage/queries/people/invitations.ts';
import { findMember } from '../../storage/queries/people/members.ts';
import { findUser } from '../../storage/queries/people/users.ts';
import { insert, remove } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { invitations } from '../../storage/tables/people/invitations.ts';
import { members } from '../../storage/tables/people/members.ts';
import { type User, users } from '../../storage/tables/people/users.ts';
import { linkExpired } from '../../users/link-tokens.ts';
import { newUser } from '../../users/users.ts';
import { userActor } from '../../workspaces/actor.ts';
import { loadUse, requireRoomFor } from '../../workspaces/workspace-quota.ts';
import { originOf, type VisitorCall } from './account-call.ts';
import { hashOfInvitation } from './invite-member.ts';
import { requireOwnSignIn } from './own-sign-in.ts';
import { requireStrength } from './password-strength.ts';
import { type EnteredSession, replaceSession } from './replace-session.ts';

/** What the visitor has to do to join. */
type InvitationState = 'join' | 'sign_in' | 'sign_up' | 'other_account';

export interface ShownInvitation {
  readonly state: InvitationState;
  readonly workspaceName: string;
  readonly inviter: string | null;
  readonly role: Grant['role'];
  /** Null for a person who is signed in with another address. */
  readonly email: string | null;
}

/** Changes nothing. */
export async function readInvitation(
  call: VisitorCall,
  { token }: { readonly token: string },
): Promise<ShownInvitation> {
  const { database, throttle } = call.services;
  throttle.tryLink(call.address);
  const { open, user } = await loadOpen(database, call, token);
  throttle.rightLink(call.address);
  const state = stateOf(call, open, user);
  const { workspaceName, inviterName: inviter, role } = open;
  return {
    state,
    workspaceName,
    inviter,
    role,
    email: state === 'other_account' ? null : open.email,
  };
}

export interface Joined {
  readonly workspaceId: string;
  /** A new account's session; null where the visitor is signed in. */
  readonly entered: EnteredSession | null;
}

/** One of two requests at the same time joins; the other finds the link used. */
export async function acceptInvitation(
  call: VisitorCall,
  input: { readonly token: string; readonly name?: string; readonly password?: string },
): Promise<Joined> {
  const { services, address } = call;
  const { token } = input;
  services.throttle.tryLink(address);
  const { open } = await loadOpen(services.database, call, token);
  const { workspaceId } = open;
  const account = await newAccount(call, input, open);
  const joined = await call.persist(
    changeWork({
      ...ofWorkspace(workspaceId, 'alone'),
      async load(reader: HostmasterReader) {
        const loaded = await loadOpen(reader, call, token);
        const userId = loaded.user?.id ?? '';
        const [count, member] = await Promise.all([
          loadUse(reader, 'members', { workspaceId, now: call.now }),
          reader.first(findMember, { userId, workspaceId }),
        ]);
        return { ...loaded, count, isMember: member !== undefined };
      },
      decide({ open: current, user: signedIn, count, isMember }) {
        requireState(stateOf(call, current, signedIn), account !== null);
        const user = signedIn ?? account;
        if (user === null) throw linkExpired();
        if (!isMember) requireRoomFor('members', count, services.operations.rules.limits);
        const entered =
          signedIn === null ? replaceSession(call, { user, isKnownDevice: false }) : null;
        const used = {
          rows: [remove(invitations, { id: current.id, tokenHash: current.tokenHash })],
        };
        const change = combine(
          used,
          signedIn === null ? { rows: [insert(users, user)] } : {},
          isMember ? {} : joinChange(call, { user, workspaceId, grant: current }),
          entered?.change ?? {},
        );
        return { answer: { workspaceId, entered: entered?.answer ?? null }, change };
      },
    }),
  );
  services.throttle.rightLink(address);
  return joined;
}

type OpenInvitation = NonNullable<Awaited<ReturnType<typeof findOpen>>>;

function findOpen(reader: HostmasterReader, token: string) {
  return reader.first(findInvitationByHash, { tokenHash: hashOfInvitation(token) });
}

/** Refuses one that was used, withdrawn, has expired, or whose sender may no longer invite. */
async function loadOpen(
  reader: HostmasterReader,
  { session, now }: VisitorCall,
  token: string,
): Promise<{ readonly open: OpenInvitation; readonly user: User | null }> {
  const open = await findOpen(reader, token);
  if (open === undefined || open.expiresAt <= now || open.suspendedAt !== null) throw linkExpired();
  const { workspaceId, invitedBy, role } = open;
  const [sender, user] = await Promise.all([
    reader.first(findMember, { userId: invitedBy, workspaceId }),
    session === null ? undefined : reader.first(findUser, { id: session.userId }),
  ]);
  const act = role === 'owner' ? 'owners.manage' : 'members.manage';
  if (sender === undefined || denialOf(sender, act) !== null) throw linkExpired();
  return { open, user: user ?? null };
}

function stateOf(
  { session }: VisitorCall,
  { email, holderId }: OpenInvitation,
  user: User | null,
): InvitationState {
  if (session !== null) return user?.email === email ? 'join' : 'other_account';
  return holderId === null ? 'sign_up' : 'sign_in';
}

function requireState(state: InvitationState, hasAccount: boolean): void {
  if (state === 'other_account') {
    throw new Refusal(
      'wrong_account',
      'This invitation is for another email address. Sign out, then open the link again.',
    );
  }
  if (state === 'sign_in') throw new Refusal('signed_out', 'Sign in to accept the invitation.');
  if (state === 'sign_up' && !hasAccount) throw linkExpired();
}

/** Null where the visitor has an account, or is signed in. The password is hashed before the change. */
async function newAccount(
  call: VisitorCall,
  { name, password }: { readonly name?: string; readonly password?: string },
  { email, holderId }: OpenInvitation,
): Promise<User | null> {
  if (call.session !== null || holderId !== null) return null;
  await requireOwnSignIn(call, { email, passwordUntil: null });
  if (name === undefined || password === undefined) {
    const path = name === undefined ? 'name' : 'password';
    throw invalidRequest({ path, message: 'is required to create your account' });
  }
  requireStrength(password, [email, name]);
  const passwordHash = await call.services.passwords.hash(password, call.address);
  return newUser({ email, name, passwordHash, isEmailVerified: true, at: call.now });
}

function joinChange(
  call: VisitorCall,
  joining: { readonly user: User; readonly workspaceId: string; readonly grant: Grant },
): Change {
  const { user, workspaceId } = joining;
  const { role, domainNames } = joining.grant;
  const joined = userActor(user.id, workspaceId, { role, domainNames });
  const actor = { ...joined, origin: originOf(call) };
  const details = { role, ...(domainNames === null ? {} : { domains: domainNames }) };
  const fact = { kind: 'member.join', email: user.email, ...details } as const;
  const at = call.now + (call.session?.calendarOffsetMs ?? 0);
  const createdAt = call.now;
  return {
    rows: [insert(members, { userId: user.id, workspaceId, createdAt, role, domainNames })],
    facts: [{ id: newId('act'), at, actor, fact }],
  };
}
