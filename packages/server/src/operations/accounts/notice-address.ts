/** The address for a workspace's notices. A new one takes over once its link was opened. */
import { linkExpired } from '../../accounts/link-tokens.ts';
import { newId } from '../../base/ids.ts';
import { noticesMoved } from '../../mail/account-notices.ts';
import { postPersonalMail } from '../../mail/outbox.ts';
import { listPendingWorkspaces } from '../../storage/queries/workspaces.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import type { User } from '../../storage/tables/users.ts';
import type { Workspace } from '../../storage/tables/workspaces.ts';
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
  await openLink(call, { token, kinds: ['change_email'] }, () => async (tx, link) => {
    const { workspaceId = '', email = '' } = link.payload;
    const workspace = await findWorkspace(tx, workspaceId);
    if (workspace === undefined || workspace.pendingEmail !== email) throw linkExpired();
    await takeOver(tx, call, { ...workspace, confirmed: email });
  });
}

/** A confirmed address of the user takes over in workspaces that wait for it. */
export async function confirmPendingAddresses(
  tx: HostmasterTx,
  call: VisitorCall,
  user: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const { id: userId, email } = user;
  for (const workspace of await tx.all(listPendingWorkspaces, { userId, email })) {
    await takeOver(tx, call, { ...workspace, confirmed: email });
  }
}

async function takeOver(
  tx: HostmasterTx,
  call: VisitorCall,
  workspace: Pick<Workspace, 'id' | 'email'> & { readonly confirmed: string },
): Promise<void> {
  const { id, email: previous, confirmed } = workspace;
  const actor = systemActor(id, 'email-link');
  const change = { actor, now: call.now, operationId: newId('act') };
  await changeWorkspace(tx, change, { email: confirmed, pendingEmail: null });
  await tellPreviousAddress(tx, call, { id, previous });
}

/** A workspace's notices go to another address from now on, or to none. */
export async function tellPreviousAddress(
  tx: HostmasterTx,
  call: VisitorCall,
  workspace: { readonly id: string; readonly previous: string | null },
): Promise<void> {
  if (workspace.previous === null) return;
  const notice = noticesMoved(call.services, { workspaceId: workspace.id });
  await postPersonalMail(tx, { recipient: workspace.previous, at: call.now, notice });
}
