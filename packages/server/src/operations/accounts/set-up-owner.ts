/** Creates the first account of the service, the owner's, by the link that a start prints. */
import { createOwnWorkspace } from '../../accounts/create-own-workspace.ts';
import { linkExpired } from '../../accounts/link-tokens.ts';
import { hasUsers } from '../../accounts/users.ts';
import { newId } from '../../base/ids.ts';
import { lockDeployment } from '../../storage/queries/calendar.ts';
import { deleteTokensOfKind } from '../../storage/queries/link-tokens.ts';
import { addMember, listUnownedWorkspaces } from '../../storage/queries/members.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import type { User } from '../../storage/tables/users.ts';
import { userActor } from '../../workspaces/actor.ts';
import { changeWorkspace } from '../../workspaces/workspaces.ts';
import type { VisitorCall } from './account-call.ts';
import { mailConfirmation } from './confirm-email.ts';
import { createUserByLink, workspaceNameOf } from './new-user.ts';
import { openLink } from './open-link.ts';
import { requireStrength } from './password-strength.ts';
import { type EnteredSession, replaceSession } from './replace-session.ts';

export async function setUpOwner(
  call: VisitorCall,
  input: {
    readonly token: string;
    readonly email: string;
    readonly name: string;
    readonly password: string;
    readonly workspaceName?: string;
  },
): Promise<EnteredSession> {
  const { token, email, name, password, workspaceName } = input;
  return openLink(call, { token, kinds: ['set_up'] }, async () => {
    requireStrength(password, [email, name]);
    const passwordHash = await call.services.passwords.hash(password, call.address);
    const person = { email, name, passwordHash, isEmailVerified: false, at: call.now };
    return async (tx) => {
      await tx.first(lockDeployment, {});
      if (await hasUsers(tx)) throw linkExpired();
      const user = await createUserByLink(tx, person);
      await tx.run(deleteTokensOfKind, { kind: 'set_up' });
      await giveFirstWorkspace(tx, call, { user, workspaceName });
      await mailConfirmation(tx, call, { user, kind: 'verify_email', email: user.email });
      return replaceSession(tx, call, { user, isExpected: true });
    };
  });
}

/** In the sandbox the first workspace without members, with the given name; otherwise a new one. */
async function giveFirstWorkspace(
  tx: HostmasterTx,
  { services, now: at }: VisitorCall,
  owner: { readonly user: User; readonly workspaceName: string | undefined },
): Promise<void> {
  const { user } = owner;
  const [first] = services.mode === 'sandbox' ? await tx.all(listUnownedWorkspaces, {}) : [];
  if (first === undefined) {
    const name = workspaceNameOf({ name: user.name, workspaceName: owner.workspaceName });
    const { limits } = services.operations.rules;
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
