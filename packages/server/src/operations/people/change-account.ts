/** A user changes the own account: name, e-mail address, password, workspaces. */
import { loadList } from '@hostmaster/storage';
import { invalidRequest } from '../../base/errors.ts';
import { once } from '../../base/once.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { persistChange } from '../../changes/persist.ts';
import { passwordChanged } from '../../notices/account-notices.ts';
import { personalMail } from '../../notices/new-mail.ts';
import { listWorkspacesOf } from '../../storage/queries/people/members.ts';
import { findUser, findUserByEmail } from '../../storage/queries/people/users.ts';
import { updateAll } from '../../storage/row-write.ts';
import { sessions } from '../../storage/tables/people/sessions.ts';
import { type User, users } from '../../storage/tables/people/users.ts';
import { createOwnWorkspace } from '../../users/create-own-workspace.ts';
import { newPassword } from '../../users/new-password.ts';
import { requireRecentFactor } from '../../users/sessions.ts';
import { normaliseEmail } from '../../users/users.ts';
import { type AccountCall, ofAccount } from './account-call.ts';
import { confirmation } from './confirm-email.ts';
import { loadOwnWorkspaces, ownDeed } from './in-each-workspace.ts';
import { requireOwnSignIn } from './own-sign-in.ts';
import { loadOwnUser } from './own-user.ts';
import { requireStrength } from './password-strength.ts';
import { type EnteredSession, loadDevice, replaceSession } from './replace-session.ts';
import { requirePassword } from './require-password.ts';

/** A new e-mail address needs the password and a recent second factor, and takes over once its link was opened. */
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
    requireRecentFactor(call.session);
    await requireOwnSignIn(call, before);
    await requirePassword(call, input.currentPassword);
    call.services.throttle.askForMail(call.address, 'verification');
  }
  const mayMail = once(() => call.services.throttle.mayMail(email ?? '', 'verification'));
  return call.persist({
    ...ofAccount(before.id),
    async load(reader) {
      const [user, holder, own] = await Promise.all([
        reader.first(findUser, { id: before.id }),
        reader.first(findUserByEmail, { email: email ?? '' }),
        isMoving ? loadOwnWorkspaces(reader, before.id) : null,
      ]);
      return { user: user ?? before, holder, own };
    },
    decide({ user, holder, own }) {
      const changes = {
        ...(input.name === undefined ? {} : { name: input.name.trim() }),
        ...(email === undefined ? {} : { pendingEmail: isMoving ? email : null }),
      };
      const rows =
        Object.keys(changes).length === 0 ? [] : [updateAll(users, { id: user.id }, changes)];
      const mailed =
        isMoving && mayMail()
          ? confirmation(call, { user: before, kind: 'change_email', email, holder })
          : noChange;
      const fact = { kind: 'member.start_email_change', email: before.email } as const;
      const deed = own === null ? noChange : ownDeed(call, own, fact);
      return { answer: { ...user, ...changes }, change: combine({ rows }, mailed, deed) };
    },
  });
}

/** The password counts for changes that need it for a short time. */
export async function confirmPassword(call: AccountCall, password: string): Promise<void> {
  await requirePassword(call, password);
  const entered = updateAll(sessions, { id: call.sessionId }, { passwordAt: call.now });
  await persistChange(call.services.database, { rows: [entered] });
}

/** Ends every session and returns a new one. */
export async function changePassword(
  call: AccountCall,
  input: { readonly currentPassword: string; readonly newPassword: string },
): Promise<EnteredSession> {
  const { services, now } = call;
  requireRecentFactor(call.session);
  const user = await requirePassword(call, input.currentPassword);
  requireStrength(input.newPassword, [user.email, user.name], 'newPassword');
  const passwordHash = await services.passwords.hash(input.newPassword, call.address);
  return call.persist({
    ...ofAccount(user.id),
    async load(reader) {
      const [isKnownDevice, own] = await Promise.all([
        loadDevice(reader, call, user.id),
        loadOwnWorkspaces(reader, user.id),
      ]);
      return { isKnownDevice, own };
    },
    decide({ isKnownDevice, own }) {
      const { factorAt = null, factor = null } = call.session ?? {};
      const entered = replaceSession(call, { user, isKnownDevice, factorAt, factor });
      const isMailed = user.emailVerifiedAt !== null;
      const notice = passwordChanged(services);
      const password: Change = {
        rows: newPassword(user.id, { passwordHash }),
        mails: isMailed
          ? [personalMail({ cause: user.id, recipient: user.email, at: now, notice })]
          : [],
      };
      const fact = { kind: 'member.change_password', email: user.email } as const;
      const deed = ownDeed(call, own, fact);
      return { answer: entered.answer, change: combine(password, entered.change, deed) };
    },
  });
}

export async function createAccountWorkspace(
  call: AccountCall,
  input: { readonly name: string },
): Promise<{ id: string; name: string }> {
  const user = await loadOwnUser(call);
  const name = input.name.trim();
  const { limits } = call.services.operations.rules;
  return call.persist({
    ...ofAccount(user.id),
    load: (reader) => loadList(reader, listWorkspacesOf, { userId: user.id }),
    decide: ({ length: owned }) => createOwnWorkspace({ user, owned, name, at: call.now, limits }),
  });
}
