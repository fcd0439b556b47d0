/**
 * Creating accounts: the owner's by the link that a start prints, all others by a mailed link. The data
 * of a sign-up is stored with its link, so that the address is confirmed before the account exists.
 */
import { createOwnWorkspace } from '../accounts/create-own-workspace.ts';
import { createLink, type UsedLink, useLink } from '../accounts/link-tokens.ts';
import { createUser, hasUsers, normaliseEmail } from '../accounts/users.ts';
import { Refusal } from '../base/errors.ts';
import { addressChanged, alreadySignedUp, confirmSignUp } from '../mail/account-notices.ts';
import { postPersonalMail } from '../mail/outbox.ts';
import { lockDeployment } from '../storage/queries/calendar.ts';
import { deleteTokensOf, deleteTokensOfKind } from '../storage/queries/link-tokens.ts';
import { addMember, listUnownedWorkspaces } from '../storage/queries/members.ts';
import { changeEmail, findUser, findUserByEmail, markVerified } from '../storage/queries/users.ts';
import { setWorkspaceEmail } from '../storage/queries/workspaces.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { DashboardRequest, Handlers } from './handler.ts';
import { requireStrength } from './password-strength.ts';
import { replaceSession, sendSession } from './session.ts';

export const signUpHandlers = {
  async setUpOwner(request, input) {
    const { throttle } = request.services;
    throttle.tryLink(request.address);
    requireStrength(input.password, [input.email, input.name]);
    const passwordHash = await request.services.passwords.hash(input.password);
    const entered = await request.transact(async (tx) => {
      const link = await useLink(tx, { token: input.token, kinds: ['set_up'], now: request.now });
      await tx.first(lockDeployment, {});
      if (link === null || (await hasUsers(tx))) throw linkExpired();
      const userId = await createUser(tx, {
        ...input,
        passwordHash,
        isEmailVerified: false,
        at: request.now,
      });
      if (userId === null) throw linkExpired();
      await tx.run(deleteTokensOfKind, { kind: 'set_up' });
      await giveFirstWorkspace(tx, request, { ...input, userId });
      return { userId, cookieValue: await replaceSession(tx, request, userId) };
    });
    throttle.rightLink(request.address);
    return sendSession(request, entered);
  },

  async signUp(request, input) {
    const { isSignUpOpen, throttle, publicUrl } = request.services;
    if (!isSignUpOpen) {
      throw new Refusal('sign_up_closed', 'This service does not accept new accounts.');
    }
    requireStrength(input.password, [input.email, input.name]);
    throttle.askForMail(request.address);
    const passwordHash = await request.services.passwords.hash(input.password);
    const email = normaliseEmail(input.email);
    if (!throttle.mayMail(email)) return { success: true as const };
    await request.transact(async (tx) => {
      const user = await tx.first(findUserByEmail, { email });
      const token = await createLink(tx, {
        kind: 'sign_up',
        payload: {
          email,
          name: input.name,
          passwordHash,
          workspaceName: input.workspaceName ?? '',
        },
        now: request.now,
      });
      const links = { publicUrl };
      const notice = user === undefined ? confirmSignUp(links, { token }) : alreadySignedUp(links);
      await postPersonalMail(tx, { recipient: email, at: request.now, notice });
    });
    return { success: true as const };
  },

  async verifyEmail(request, input) {
    const { throttle } = request.services;
    throttle.tryLink(request.address);
    const entered = await request.transact(async (tx) => {
      const link = await useLink(tx, {
        token: input.token,
        kinds: ['sign_up', 'verify_email', 'change_email'],
        now: request.now,
      });
      if (link === null) throw linkExpired();
      const userId = await confirm(tx, request, link);
      return { userId, cookieValue: await replaceSession(tx, request, userId) };
    });
    throttle.rightLink(request.address);
    return sendSession(request, entered);
  },
} satisfies Partial<Handlers>;

export function linkExpired(): Refusal {
  return new Refusal(
    'link_expired',
    'This link has expired or was already used. Request a new one.',
  );
}

/** Carries out what the link confirms and returns the user's id. */
async function confirm(
  tx: HostmasterTx,
  request: DashboardRequest,
  link: UsedLink,
): Promise<string> {
  const { userId, payload } = link;
  const { email = '', name = '', passwordHash = '', workspaceName = '' } = payload;
  const at = request.now;
  if (userId === null) {
    const created = await createUser(tx, { email, name, passwordHash, isEmailVerified: true, at });
    if (created === null) throw linkExpired();
    const owner = { userId: created, email, at };
    await createOwnWorkspace(tx, { ...owner, name: workspaceNameOf({ name, workspaceName }) });
    return created;
  }
  const user = await tx.first(findUser, { id: userId });
  if (user === undefined) throw linkExpired();
  if (link.kind === 'verify_email') {
    if (user.email !== email) throw linkExpired();
    await tx.run(markVerified, { id: userId, at });
    return userId;
  }
  if (user.pendingEmail !== email) throw linkExpired();
  if ((await tx.run(changeEmail, { id: userId, email, at })) === 0) throw linkExpired();
  // Links sent to the old address must no longer work.
  await tx.run(deleteTokensOf, { userId });
  const notice = addressChanged({ publicUrl: request.services.publicUrl }, { email });
  await postPersonalMail(tx, { recipient: user.email, at, notice });
  return userId;
}

/** In the sandbox the first workspace without members; otherwise a new one. */
async function giveFirstWorkspace(
  tx: HostmasterTx,
  request: DashboardRequest,
  owner: {
    readonly userId: string;
    readonly name: string;
    readonly email: string;
    readonly workspaceName?: string;
  },
): Promise<void> {
  const { userId } = owner;
  const at = request.now;
  const email = normaliseEmail(owner.email);
  const [first] =
    request.services.mode === 'sandbox' ? await tx.all(listUnownedWorkspaces, {}) : [];
  if (first === undefined) {
    await createOwnWorkspace(tx, { userId, name: workspaceNameOf(owner), email, at });
    return;
  }
  await tx.run(addMember, { userId, workspaceId: first.id, createdAt: at });
  if (first.email === null) await tx.run(setWorkspaceEmail, { id: first.id, email });
}

function workspaceNameOf(owner: {
  readonly name: string;
  readonly workspaceName?: string;
}): string {
  return owner.workspaceName?.trim() || `Workspace of ${owner.name.trim()}`;
}
