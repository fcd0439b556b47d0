/** Name and notice address of a workspace. A new address takes over once its link was opened. */

import { once } from '../../base/once.ts';
import { type Change, combine, noChange } from '../../changes/change.ts';
import { type Decided, ofWorkspace } from '../../changes/persist.ts';
import { confirmNoticeAddress } from '../../notices/account-notices.ts';
import { personalMail } from '../../notices/new-mail.ts';
import { findUser } from '../../storage/queries/people/users.ts';
import { type RowWrite, removeAll } from '../../storage/row-write.ts';
import { linkTokens } from '../../storage/tables/people/link-tokens.ts';
import type { User } from '../../storage/tables/people/users.ts';
import type { Workspace } from '../../storage/tables/workspaces/workspaces.ts';
import { newLink } from '../../users/link-tokens.ts';
import { requireStepUp } from '../../users/sessions.ts';
import { normaliseEmail } from '../../users/users.ts';
import { changeWorkspace, requireWorkspace } from '../../workspaces/workspaces.ts';
import type { Call } from '../operation.ts';
import type { AccountCall } from '../people/account-call.ts';
import { mailsToPrevious } from '../people/notice-address.ts';

/** What is absent stays as it is; null for no address. */
export async function updateWorkspace(
  request: AccountCall & { readonly call: Call },
  input: { readonly name?: string; readonly email?: string | null },
): Promise<Workspace> {
  const { call, services } = request;
  const { name, email } = input;
  if (typeof email === 'string') services.throttle.askForMail(request.address, 'verification');
  const wanted = email == null ? email : normaliseEmail(email);
  const mayMail = once(() => services.throttle.mayMail(wanted ?? '', 'verification'));
  const { workspaceId } = call.actor;
  return request.persist({
    ...ofWorkspace(workspaceId),
    async load(reader) {
      const [workspace, user] = await Promise.all([
        requireWorkspace(reader, workspaceId),
        reader.first(findUser, { id: request.accountId }),
      ]);
      return { workspace, user };
    },
    decide({ workspace, user }) {
      const address =
        wanted === undefined
          ? { answer: {}, change: noChange }
          : changeAddress(request, wanted, { workspace, user, mayMail });
      const { answer, change } = changeWorkspace(call, workspace, {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...address.answer,
      });
      return { answer, change: combine(address.change, change) };
    },
  });
}

/** The account's own confirmed address needs no second proof; any other one gets a link. */
function changeAddress(
  request: AccountCall,
  email: string | null,
  facts: {
    readonly workspace: Workspace;
    readonly user: User | undefined;
    mayMail(): boolean;
  },
): Decided<Pick<Workspace, 'email' | 'pendingEmail'>> {
  const { workspace, user } = facts;
  const confirmed = { email, pendingEmail: null };
  if (email === workspace.email) {
    return { answer: confirmed, change: { rows: [endedLinks(workspace.id)] } };
  }
  // An address that is waited for already can be mailed again.
  const isRepeated = email !== null && email === workspace.pendingEmail;
  if (!isRepeated) requireStepUp(request.session);
  const isOwn = user?.emailVerifiedAt != null && user.email === email;
  if (email === null || isOwn) {
    const mails = mailsToPrevious(request, workspace);
    return { answer: confirmed, change: { rows: [endedLinks(workspace.id)], mails } };
  }
  return {
    answer: { email: workspace.email, pendingEmail: email },
    change: facts.mayMail() ? confirmation(request, workspace.id, email) : noChange,
  };
}

/** Only the newest link works. */
function confirmation({ services, now }: AccountCall, workspaceId: string, email: string): Change {
  const payload = { workspaceId, email };
  const { token, row } = newLink({ kind: 'change_email', workspaceId, payload, now });
  const notice = confirmNoticeAddress(services, { token });
  return {
    rows: [endedLinks(workspaceId), row],
    mails: [personalMail({ cause: workspaceId, recipient: email, at: now, notice })],
  };
}

/** Links of the addresses that the workspace waited for. */
function endedLinks(workspaceId: string): RowWrite {
  return removeAll(linkTokens, { workspaceId });
}
