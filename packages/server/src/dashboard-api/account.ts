/** The user's own account: name, e-mail address, password, sessions and workspaces. */
import { createOwnWorkspace } from '../accounts/create-own-workspace.ts';
import { resetSessions } from '../accounts/reset-sessions.ts';
import { idleSince, recordPassword } from '../accounts/sessions.ts';
import { normaliseEmail } from '../accounts/users.ts';
import { invalidRequest, Refusal } from '../base/errors.ts';
import { isoTime } from '../base/iso-time.ts';
import { passwordChanged } from '../mail/account-notices.ts';
import { postPersonalMail } from '../mail/outbox.ts';
import { endOtherSessions, endSession, listSessions } from '../storage/queries/sessions.ts';
import { findUser, renameUser, setPassword, setPendingEmail } from '../storage/queries/users.ts';
import type { User } from '../storage/tables/users.ts';
import { mailConfirmation } from './email-links.ts';
import type { AccountRequest, Handlers } from './handler.ts';
import { requireStrength } from './password-strength.ts';
import { accountView, replaceSession, sendSession } from './session.ts';
import { requirePassword } from './sign-in.ts';

export const accountHandlers = {
  async updateAccount(request, input) {
    const email = input.email === undefined ? undefined : normaliseEmail(input.email);
    const before = await ownUser(request);
    const isMoving = email !== undefined && email !== before.email;
    if (isMoving) {
      if (input.currentPassword === undefined) {
        throw invalidRequest({
          path: 'currentPassword',
          message: 'is required to change the email address',
        });
      }
      await requirePassword(request, input.currentPassword);
      request.services.throttle.askForMail(request.address, 'verification');
    }
    const user = await request.transact(async (tx) => {
      if (input.name !== undefined) {
        await tx.run(renameUser, { id: before.id, name: input.name.trim() });
      }
      if (email !== undefined) {
        await tx.run(setPendingEmail, { id: before.id, pendingEmail: isMoving ? email : null });
      }
      if (isMoving)
        await mailConfirmation(tx, request, { user: before, kind: 'change_email', email });
      return tx.first(findUser, { id: before.id });
    });
    return { account: accountView(user ?? before) };
  },

  async confirmPassword(request, input) {
    await requirePassword(request, input.password);
    const { sessionId: id, now } = request;
    await request.transact((tx) => recordPassword(tx, { id, now }));
    return { success: true as const };
  },

  async changePassword(request, input) {
    const user = await requirePassword(request, input.currentPassword);
    requireStrength(input.newPassword, [user.email, user.name], 'newPassword');
    const passwordHash = await request.services.passwords.hash(input.newPassword, request.address);
    const entered = await request.transact(async (tx) => {
      await tx.run(setPassword, { id: user.id, passwordHash });
      await resetSessions(tx, user.id);
      if (user.emailVerifiedAt !== null) {
        const notice = passwordChanged(request.services);
        await postPersonalMail(tx, { recipient: user.email, at: request.now, notice });
      }
      return replaceSession(tx, request, { user, isExpected: true });
    });
    return sendSession(request, entered);
  },

  async listSessions(request) {
    const sessions = await request.services.database.all(listSessions, {
      userId: request.accountId,
      now: request.now,
      seenAfter: idleSince(request.now),
    });
    return {
      sessions: sessions.map((session) => ({
        id: session.id,
        isCurrent: session.id === request.sessionId,
        address: session.address,
        userAgent: session.userAgent,
        createdAt: isoTime(session.createdAt),
        lastSeenAt: isoTime(session.seenAt),
        expiresAt: isoTime(session.expiresAt),
      })),
    };
  },

  async revokeSession(request, { sessionId }) {
    const ended = await request.transact((tx) =>
      tx.run(endSession, { id: sessionId, userId: request.accountId }),
    );
    if (ended === 0) throw new Refusal('session_not_found', "This session doesn't exist.");
    return { success: true as const };
  },

  async revokeOtherSessions(request) {
    const { accountId: userId, sessionId: keptId } = request;
    return {
      revoked: await request.transact((tx) => tx.run(endOtherSessions, { userId, keptId })),
    };
  },

  async createWorkspace(request, input) {
    const user = await ownUser(request);
    const workspace = await request.transact((tx) =>
      createOwnWorkspace(tx, {
        user,
        name: input.name.trim(),
        at: request.now,
        limits: request.services.operations.rules.limits,
      }),
    );
    return { workspace };
  },
} satisfies Partial<Handlers>;

async function ownUser(request: AccountRequest): Promise<User> {
  const user = await request.services.database.first(findUser, { id: request.accountId });
  if (user === undefined) throw new Error('The user of a session does not exist.');
  return user;
}
