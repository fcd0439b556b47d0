/** A user changes the own account: name, e-mail address, password, workspaces. */
import { createOwnWorkspace } from '../../accounts/create-own-workspace.ts';
import { resetSessions } from '../../accounts/reset-sessions.ts';
import { recordPassword } from '../../accounts/sessions.ts';
import { normaliseEmail } from '../../accounts/users.ts';
import { invalidRequest } from '../../base/errors.ts';
import { passwordChanged } from '../../mail/account-notices.ts';
import { postPersonalMail } from '../../mail/outbox.ts';
import { findUser, renameUser, setPassword, setPendingEmail } from '../../storage/queries/users.ts';
import type { User } from '../../storage/tables/users.ts';
import type { AccountCall } from './account-call.ts';
import { mailConfirmation } from './confirm-email.ts';
import { loadOwnUser } from './own-user.ts';
import { requireStrength } from './password-strength.ts';
import { type EnteredSession, replaceSession } from './replace-session.ts';
import { requirePassword } from './require-password.ts';

/** A new e-mail address needs the password, and takes over once its link was opened. */
export async function updateAccount(
  call: AccountCall,
  input: {
    readonly name?: string;
    readonly email?: string;
    readonly currentPassword?: string;
  },
): Promise<User> {
  const email = input.email === undefined ? undefined : normaliseEmail(input.email);
  const before = await loadOwnUser(call);
  const isMoving = email !== undefined && email !== before.email;
  if (isMoving) {
    if (input.currentPassword === undefined) {
      throw invalidRequest({
        path: 'currentPassword',
        message: 'is required to change the email address',
      });
    }
    await requirePassword(call, input.currentPassword);
    call.services.throttle.askForMail(call.address, 'verification');
  }
  const user = await call.transact(async (tx) => {
    if (input.name !== undefined) {
      await tx.run(renameUser, { id: before.id, name: input.name.trim() });
    }
    if (email !== undefined) {
      await tx.run(setPendingEmail, { id: before.id, pendingEmail: isMoving ? email : null });
    }
    if (isMoving) await mailConfirmation(tx, call, { user: before, kind: 'change_email', email });
    return tx.first(findUser, { id: before.id });
  });
  return user ?? before;
}

/** The password counts for changes that need it for a short time. */
export async function confirmPassword(call: AccountCall, password: string): Promise<void> {
  await requirePassword(call, password);
  await call.transact((tx) => recordPassword(tx, { id: call.sessionId, now: call.now }));
}

/** Ends every session and returns a new one. */
export async function changePassword(
  call: AccountCall,
  input: { readonly currentPassword: string; readonly newPassword: string },
): Promise<EnteredSession> {
  const { services, now } = call;
  const user = await requirePassword(call, input.currentPassword);
  requireStrength(input.newPassword, [user.email, user.name], 'newPassword');
  const passwordHash = await services.passwords.hash(input.newPassword, call.address);
  return call.transact(async (tx) => {
    await tx.run(setPassword, { id: user.id, passwordHash });
    await resetSessions(tx, user.id);
    if (user.emailVerifiedAt !== null) {
      const notice = passwordChanged(services);
      await postPersonalMail(tx, { recipient: user.email, at: now, notice });
    }
    return replaceSession(tx, call, { user, isExpected: true });
  });
}

export async function createAccountWorkspace(
  call: AccountCall,
  input: { readonly name: string },
): Promise<{ id: string; name: string }> {
  const user = await loadOwnUser(call);
  const name = input.name.trim();
  const { limits } = call.services.operations.rules;
  return call.transact((tx) => createOwnWorkspace(tx, { user, name, at: call.now, limits }));
}
