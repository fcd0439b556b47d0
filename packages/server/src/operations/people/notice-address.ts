/** The address for a workspace's notices. A new one takes over once its link was opened. */

import { newId } from '../../base/ids.ts';
import { type Change, combine } from '../../changes/change.ts';
import { noticesMoved } from '../../notices/account-notices.ts';
import { type NewMail, personalMail } from '../../notices/new-mail.ts';
import type { Workspace } from '../../storage/tables/workspaces/workspaces.ts';
import { linkExpired } from '../../users/link-tokens.ts';
import { systemActor } from '../../workspaces/actor.ts';
import { changeWorkspace, findWorkspace } from '../../workspaces/workspaces.ts';
import type { VisitorCall } from './account-call.ts';
import { openLink } from './open-link.ts';

/** Does not sign in: the address may belong to a person without an account. */
export async function confirmNoticeAddress(
  call: VisitorCall,
  input: { readonly token: string },
): Promise<void> {
  const { token } = input;
  await openLink(call, { token, kinds: ['change_email'] }, () => ({
    load: (reader, { payload }) => findWorkspace(reader, payload.workspaceId ?? ''),
    decide({ payload: { email = '' } }, workspace) {
      if (workspace === undefined || workspace.pendingEmail !== email) throw linkExpired();
      return { answer: undefined, change: takeOver(call, email, workspace) };
    },
  }));
}

/** A confirmed address of a user takes over in the user's workspaces that wait for it. */
export function confirmPendingAddresses(
  call: VisitorCall,
  confirmed: string,
  waiting: readonly Workspace[],
): Change {
  return combine(...waiting.map((workspace) => takeOver(call, confirmed, workspace)));
}

function takeOver(call: VisitorCall, confirmed: string, workspace: Workspace): Change {
  const actor = systemActor(workspace.id, 'email-link');
  const cause = { actor, now: call.now, operationId: newId('act') };
  const { change } = changeWorkspace(cause, workspace, { email: confirmed, pendingEmail: null });
  return combine(change, { mails: mailsToPrevious(call, workspace) });
}

/** A workspace's notices go to another address from now on, or to none. */
export function mailsToPrevious(
  { services, now: at }: VisitorCall,
  { id: workspaceId, email: recipient }: Pick<Workspace, 'id' | 'email'>,
): readonly NewMail[] {
  if (recipient === null) return [];
  const notice = noticesMoved(services, { workspaceId });
  return [personalMail({ cause: workspaceId, recipient, at, notice })];
}
