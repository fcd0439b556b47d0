/** Name and notice address of a workspace. A new address takes over once its link was opened. */
import { createLink } from '../accounts/link-tokens.ts';
import { normaliseEmail } from '../accounts/users.ts';
import { confirmNoticeAddress } from '../mail/account-notices.ts';
import { postPersonalMail } from '../mail/outbox.ts';
import { findUser } from '../storage/queries/users.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import type { Workspace } from '../storage/tables/workspaces.ts';
import { changeWorkspace, findWorkspace } from '../workspaces/workspaces.ts';
import { tellPreviousAddress } from './email-links.ts';
import type { Handlers, WorkspaceRequest } from './handler.ts';

export const workspaceHandlers = {
  async getWorkspace(request) {
    return { workspace: view(await ownWorkspace(request.services.database, request)) };
  },

  async renameWorkspace(request, input) {
    const { call, services } = request;
    const { name, email } = input;
    if (typeof email === 'string') services.throttle.askForMail(request.address, 'verification');
    const workspace = await request.transact(async (tx) =>
      changeWorkspace(tx, call, {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(email === undefined ? {} : await changeAddress(tx, request, email)),
      }),
    );
    return { workspace: view(workspace) };
  },
} satisfies Partial<Handlers>;

/** The account's own confirmed address needs no second proof; any other one gets a link. */
async function changeAddress(
  tx: HostmasterTx,
  request: WorkspaceRequest,
  wanted: string | null,
): Promise<Pick<Workspace, 'email' | 'pendingEmail'>> {
  const { id, email: previous } = await ownWorkspace(tx, request);
  const email = wanted === null ? null : normaliseEmail(wanted);
  if (email === previous) return { email, pendingEmail: null };
  const user = await tx.first(findUser, { id: request.accountId });
  const isOwn = user?.emailVerifiedAt != null && user.email === email;
  if (email === null || isOwn) {
    await tellPreviousAddress(tx, request, { id, previous });
    return { email, pendingEmail: null };
  }
  if (request.services.throttle.mayMail(email, 'verification')) {
    const payload = { workspaceId: id, email };
    const token = await createLink(tx, { kind: 'change_email', payload, now: request.now });
    const notice = confirmNoticeAddress(request.services, { token });
    await postPersonalMail(tx, { recipient: email, at: request.now, notice });
  }
  return { email: previous, pendingEmail: email };
}

async function ownWorkspace(
  reader: HostmasterReader,
  { call }: WorkspaceRequest,
): Promise<Workspace> {
  const workspace = await findWorkspace(reader, call.actor.workspaceId);
  if (workspace === undefined) throw new Error('The workspace of a member does not exist.');
  return workspace;
}

function view({ id, name, email, pendingEmail }: Workspace) {
  return { id, name, email, pendingEmail };
}
