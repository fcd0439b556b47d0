/**
 * Creating accounts: the owner's by the link that a start prints, all others by a mailed link. The
 * link proves the address; name and password are chosen by the person who opens it, never by the one
 * who asked for it.
 */
import { createOwnWorkspace } from '../accounts/create-own-workspace.ts';
import { createLink, useLink } from '../accounts/link-tokens.ts';
import { createUser, hasUsers, normaliseEmail } from '../accounts/users.ts';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { alreadySignedUp, confirmSignUp } from '../mail/account-notices.ts';
import { postPersonalMail } from '../mail/outbox.ts';
import { lockDeployment } from '../storage/queries/calendar.ts';
import { deleteTokensOfKind } from '../storage/queries/link-tokens.ts';
import { addMember, listUnownedWorkspaces } from '../storage/queries/members.ts';
import { findUser, findUserByEmail } from '../storage/queries/users.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { User } from '../storage/tables/users.ts';
import { userActor } from '../workspaces/actor.ts';
import { changeWorkspace } from '../workspaces/workspaces.ts';
import { linkExpired, mailConfirmation } from './email-links.ts';
import type { DashboardRequest, Handlers } from './handler.ts';
import { requireStrength } from './password-strength.ts';
import { replaceSession, sendSession } from './session.ts';

export const signUpHandlers = {
  async setUpOwner(request, input) {
    const { throttle } = request.services;
    throttle.tryLink(request.address);
    requireStrength(input.password, [input.email, input.name]);
    const passwordHash = await request.services.passwords.hash(input.password, request.address);
    const entered = await request.transact(async (tx) => {
      const link = await useLink(tx, { token: input.token, kinds: ['set_up'], now: request.now });
      await tx.first(lockDeployment, {});
      if (link === null || (await hasUsers(tx))) throw linkExpired();
      const user = await newUser(tx, { ...input, passwordHash, isEmailVerified: false }, request);
      await tx.run(deleteTokensOfKind, { kind: 'set_up' });
      await giveFirstWorkspace(tx, request, { user, workspaceName: input.workspaceName });
      await mailConfirmation(tx, request, { user, kind: 'verify_email', email: user.email });
      return replaceSession(tx, request, { user, isExpected: true });
    });
    throttle.rightLink(request.address);
    return sendSession(request, entered);
  },

  async signUp(request, input) {
    const { throttle, publicUrl } = request.services;
    requireOpen(request);
    throttle.askForMail(request.address, 'sign-up');
    const email = normaliseEmail(input.email);
    if (!throttle.mayMail(email, 'sign-up')) return { success: true as const };
    await request.transact(async (tx) => {
      const user = await tx.first(findUserByEmail, { email });
      const token = await createLink(tx, { kind: 'sign_up', payload: { email }, now: request.now });
      const links = { publicUrl };
      const notice = user === undefined ? confirmSignUp(links, { token }) : alreadySignedUp(links);
      await postPersonalMail(tx, { recipient: email, at: request.now, notice });
    });
    return { success: true as const };
  },

  async completeSignUp(request, input) {
    const { throttle } = request.services;
    requireOpen(request);
    throttle.tryLink(request.address);
    const passwordHash = await request.services.passwords.hash(input.password, request.address);
    const entered = await request.transact(async (tx) => {
      const link = await useLink(tx, { token: input.token, kinds: ['sign_up'], now: request.now });
      const email = link?.payload.email;
      if (email === undefined) throw linkExpired();
      // Thrown inside the transaction, so that the link can be used again with another password.
      requireStrength(input.password, [email, input.name]);
      const { name } = input;
      const user = await newUser(tx, { email, name, passwordHash, isEmailVerified: true }, request);
      const workspace = workspaceNameOf({ name, workspaceName: input.workspaceName });
      const { limits } = request.services.operations.rules;
      await createOwnWorkspace(tx, { user, name: workspace, at: request.now, limits });
      return replaceSession(tx, request, { user, isExpected: true });
    });
    throttle.rightLink(request.address);
    return sendSession(request, entered);
  },
} satisfies Partial<Handlers>;

function requireOpen({ services }: DashboardRequest): void {
  if (services.isSignUpOpen) return;
  throw new Refusal('sign_up_closed', 'This service does not accept new accounts.');
}

async function newUser(
  tx: HostmasterTx,
  user: Omit<Parameters<typeof createUser>[1], 'at'>,
  { now }: DashboardRequest,
): Promise<User> {
  const id = await createUser(tx, { ...user, at: now });
  const created = id === null ? undefined : await tx.first(findUser, { id });
  if (created === undefined) throw linkExpired();
  return created;
}

/** In the sandbox the first workspace without members, with the given name; otherwise a new one. */
async function giveFirstWorkspace(
  tx: HostmasterTx,
  request: DashboardRequest,
  owner: { readonly user: User; readonly workspaceName: string | undefined },
): Promise<void> {
  const { user } = owner;
  const at = request.now;
  const [first] =
    request.services.mode === 'sandbox' ? await tx.all(listUnownedWorkspaces, {}) : [];
  if (first === undefined) {
    const name = workspaceNameOf({ name: user.name, workspaceName: owner.workspaceName });
    const { limits } = request.services.operations.rules;
    await createOwnWorkspace(tx, { user, name, at, limits });
    return;
  }
  await tx.run(addMember, { userId: user.id, workspaceId: first.id, createdAt: at });
  const call = { actor: userActor(user.id, first.id), now: at, operationId: newId('act') };
  await changeWorkspace(tx, call, {
    name: owner.workspaceName?.trim() || first.name,
    // Takes over with the confirmation of the account's address.
    ...(first.email === null ? { pendingEmail: user.email } : {}),
  });
}

function workspaceNameOf(owner: {
  readonly name: string;
  readonly workspaceName: string | undefined;
}): string {
  return owner.workspaceName?.trim() || `Workspace of ${owner.name.trim()}`;
}
