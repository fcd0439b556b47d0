/** Creates the first account of the service, the owner's, by the link that a start prints. */
import { loadList } from '@hostmaster/storage';
import { newId } from '../../base/ids.ts';
import { once } from '../../base/once.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { listUnownedWorkspaces } from '../../storage/queries/people/members.ts';
import { findUserByEmail } from '../../storage/queries/people/users.ts';
import { lockDeployment } from '../../storage/queries/settings/calendar.ts';
import { insert, removeAll } from '../../storage/row-write.ts';
import { linkTokens } from '../../storage/tables/people/link-tokens.ts';
import { members } from '../../storage/tables/people/members.ts';
import { type User, users } from '../../storage/tables/people/users.ts';
import type { Workspace } from '../../storage/tables/workspaces/workspaces.ts';
import { createOwnWorkspace } from '../../users/create-own-workspace.ts';
import { linkExpired } from '../../users/link-tokens.ts';
import { hasUsers, normaliseEmail } from '../../users/users.ts';
import { ownerGrant, userActor } from '../../workspaces/actor.ts';
import { changeWorkspace } from '../../workspaces/workspaces.ts';
import type { VisitorCall } from './account-call.ts';
import { confirmation } from './confirm-email.ts';
import { newUserByLink, workspaceNameOf } from './new-user.ts';
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
    const address = normaliseEmail(email);
    const mayMail = once(() => call.services.throttle.mayMail(address, 'verification'));
    return {
      async load(reader) {
        await reader.first(lockDeployment, {});
        const [hasOwner, holder, unowned] = await Promise.all([
          hasUsers(reader),
          reader.first(findUserByEmail, { email: address }),
          loadList(reader, listUnownedWorkspaces, {}),
        ]);
        return { hasOwner, holder, unowned };
      },
      decide(_, { hasOwner, holder, unowned }) {
        if (hasOwner) throw linkExpired();
        const user = newUserByLink(person, holder);
        const rows = [insert(users, user), removeAll(linkTokens, { kind: 'set_up' })];
        const entered = replaceSession(call, { user, isKnownDevice: false });
        const wanted = { user, kind: 'verify_email', email: user.email, holder } as const;
        const change = combine(
          { rows },
          giveFirstWorkspace(call, { user, workspaceName, unowned }),
          mayMail() ? confirmation(call, wanted) : noChange,
          entered.change,
        );
        return { answer: entered.answer, change };
      },
    };
  });
}

/** In the sandbox the first workspace without members, with the given name; otherwise a new one. */
function giveFirstWorkspace(
  { services, now: at }: VisitorCall,
  owner: {
    readonly user: User;
    readonly workspaceName: string | undefined;
    readonly unowned: readonly Workspace[];
  },
): Change {
  const { user, workspaceName } = owner;
  const [first] = services.mode === 'sandbox' ? owner.unowned : [];
  if (first === undefined) {
    const name = workspaceNameOf({ name: user.name, workspaceName });
    const { limits } = services.operations.rules;
    return createOwnWorkspace({ user, owned: 0, name, at, limits }).change;
  }
  const member = insert(members, {
    userId: user.id,
    workspaceId: first.id,
    createdAt: at,
    ...ownerGrant,
  });
  const call = {
    actor: userActor(user.id, first.id, ownerGrant),
    now: at,
    operationId: newId('act'),
  };
  const { change } = changeWorkspace(call, first, {
    name: workspaceName?.trim() || first.name,
    // Takes over with the confirmation of the account's address.
    ...(first.email === null ? { pendingEmail: user.email } : {}),
  });
  return combine({ rows: [member] }, change);
}
