/** Mailed links that prove an e-mail address: of an account, and of a workspace's notices. */
import { createLink, type UsedLink, useLink } from '../accounts/link-tokens.ts';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import {
  addressChanged,
  alreadySignedUp,
  confirmAddress,
  noticesMoved,
} from '../mail/account-notices.ts';
import { postPersonalMail } from '../mail/outbox.ts';
import { deleteTokensOf, deleteTokensOfUser } from '../storage/queries/link-tokens.ts';
import { changeEmail, findUser, findUserByEmail, markVerified } from '../storage/queries/users.ts';
import { listPendingWorkspaces } from '../storage/queries/workspaces.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { LinkKind } from '../storage/tables/link-tokens.ts';
import type { User } from '../storage/tables/users.ts';
import type { Workspace } from '../storage/tables/workspaces.ts';
import { systemActor } from '../workspaces/actor.ts';
import { changeWorkspace, findWorkspace } from '../workspaces/workspaces.ts';
import type { DashboardRequest, Handlers } from './handler.ts';
import { currentSession } from './session.ts';

export const emailLinkHandlers = {
  /**
   * Does not sign in: another person may have asked for the link, and the one who opens it must not
   * end up in that person's account.
   */
  async verifyEmail(request, input) {
    const { throttle } = request.services;
    throttle.tryLink(request.address);
    await request.transact(async (tx) => {
      const link = await useLink(tx, {
        token: input.token,
        kinds: ['verify_email', 'change_email'],
        now: request.now,
      });
      if (link === null) throw linkExpired();
      await confirmAccountAddress(tx, request, link);
    });
    throttle.rightLink(request.address);
    return currentSession(request);
  },

  async sendVerification(request) {
    const { services, accountId: id } = request;
    services.throttle.askForMail(request.address, 'verification');
    const user = await services.database.first(findUser, { id });
    if (user === undefined) throw new Error('The user of a session does not exist.');
    const wanted =
      user.pendingEmail !== null
        ? ({ kind: 'change_email', email: user.pendingEmail } as const)
        : ({ kind: 'verify_email', email: user.email } as const);
    if (wanted.kind === 'change_email' || user.emailVerifiedAt === null) {
      await request.transact((tx) => mailConfirmation(tx, request, { user, ...wanted }));
    }
    return { success: true as const };
  },

  /** Does not sign in: the address may belong to a person without an account. */
  async confirmNoticeAddress(request, input) {
    const { services, now } = request;
    services.throttle.tryLink(request.address);
    await request.transact(async (tx) => {
      const link = await useLink(tx, { token: input.token, kinds: ['change_email'], now });
      const { workspaceId = '', email = '' } = link?.payload ?? {};
      const workspace = await findWorkspace(tx, workspaceId);
      if (workspace === undefined || workspace.pendingEmail !== email) throw linkExpired();
      await takeOver(tx, request, { ...workspace, confirmed: email });
    });
    services.throttle.rightLink(request.address);
    return { success: true as const };
  },
} satisfies Partial<Handlers>;

export function linkExpired(): Refusal {
  return new Refusal(
    'link_expired',
    'This link has expired or was already used. Request a new one.',
  );
}

/** Only the newest link works. An address of another account gets a notice; the response is the same. */
export async function mailConfirmation(
  tx: HostmasterTx,
  request: DashboardRequest,
  wanted: { readonly user: User; readonly kind: LinkKind; readonly email: string },
): Promise<void> {
  const { user, kind, email } = wanted;
  const { services, now } = request;
  if (!services.throttle.mayMail(email, 'verification')) return;
  await tx.run(deleteTokensOfUser, { userId: user.id, kind });
  const token = await createLink(tx, { kind, userId: user.id, payload: { email }, now });
  const holder = await tx.first(findUserByEmail, { email });
  const isTaken = holder !== undefined && holder.id !== user.id;
  await postPersonalMail(tx, {
    recipient: email,
    at: now,
    notice: isTaken ? alreadySignedUp(services) : confirmAddress(services, { token }),
  });
}

/** A confirmed address of the user takes over in workspaces that wait for it. */
export async function confirmPendingAddresses(
  tx: HostmasterTx,
  request: DashboardRequest,
  user: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const { id: userId, email } = user;
  for (const workspace of await tx.all(listPendingWorkspaces, { userId, email })) {
    await takeOver(tx, request, { ...workspace, confirmed: email });
  }
}

async function takeOver(
  tx: HostmasterTx,
  request: DashboardRequest,
  workspace: Pick<Workspace, 'id' | 'email'> & { readonly confirmed: string },
): Promise<void> {
  const { id, email: previous, confirmed } = workspace;
  const actor = systemActor(id, 'email-link');
  const call = { actor, now: request.now, operationId: newId('act') };
  await changeWorkspace(tx, call, { email: confirmed, pendingEmail: null });
  await tellPreviousAddress(tx, request, { id, previous });
}

/** A workspace's notices go to another address from now on, or to none. */
export async function tellPreviousAddress(
  tx: HostmasterTx,
  request: DashboardRequest,
  workspace: { readonly id: string; readonly previous: string | null },
): Promise<void> {
  if (workspace.previous === null) return;
  const notice = noticesMoved(request.services, { workspaceId: workspace.id });
  await postPersonalMail(tx, { recipient: workspace.previous, at: request.now, notice });
}

/** Carries out what the link confirms. */
async function confirmAccountAddress(
  tx: HostmasterTx,
  request: DashboardRequest,
  link: UsedLink,
): Promise<void> {
  const { email = '' } = link.payload;
  const at = request.now;
  const user = link.userId === null ? undefined : await tx.first(findUser, { id: link.userId });
  if (user === undefined) throw linkExpired();
  const { id } = user;
  if (link.kind === 'verify_email') {
    if (user.email !== email) throw linkExpired();
    await tx.run(markVerified, { id, at });
  } else {
    if (user.pendingEmail !== email) throw linkExpired();
    if ((await tx.run(changeEmail, { id, email, at })) === 0) throw linkExpired();
    // Links sent to the old address must no longer work.
    await tx.run(deleteTokensOf, { userId: id });
    if (user.emailVerifiedAt !== null) {
      const notice = addressChanged(request.services, { email });
      await postPersonalMail(tx, { recipient: user.email, at, notice });
    }
  }
  await confirmPendingAddresses(tx, request, { id, email });
}
