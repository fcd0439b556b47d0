/** Name and notice address of a workspace. A new address takes over once its link was opened. */
import { createLink } from '../../accounts/link-tokens.ts';
import { normaliseEmail } from '../../accounts/users.ts';
import { confirmNoticeAddress } from '../../mail/account-notices.ts';
import { postPersonalMail } from '../../mail/outbox.ts';
import { findUser } from '../../storage/queries/users.ts';
import type { HostmasterTx } from '../../storage/schema.ts';
import type { Workspace } from '../../storage/tables/workspaces.ts';
import { changeWorkspace, requireWorkspace } from '../../workspaces/workspaces.ts';
import type { Call } from '../operation.ts';
import type { AccountCall } from './account-call.ts';
import { tellPreviousAddress } from './notice-address.ts';

/** What is absent stays as it is; null for no address. */
export async function updateWorkspace(
  request: AccountCall & { readonly call: Call },
  input: { readonly name?: string; readonly email?: string | null },
): Promise<Workspace> {
  const { call, services } = request;
  const { name, email } = input;
  if (typeof email === 'string') services.throttle.askForMail(request.address, 'verification');
  return request.transact(async (tx) =>
    changeWorkspace(tx, call, {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(email === undefined ? {} : await changeAddress(tx, request, email)),
    }),
  );
}

/** The account's own confirmed address needs no second proof; any other one gets a link. */
async function changeAddress(
  tx: HostmasterTx,
  request: AccountCall & { readonly call: Call },
  wanted: string | null,
): Promise<Pick<Workspace, 'email' | 'pendingEmail'>> {
  const { services, now } = request;
  const { id, email: previous } = await requireWorkspace(tx, request.call.actor.workspaceId);
  const email = wanted === null ? null : normaliseEmail(wanted);
  if (email === previous) return { email, pendingEmail: null };
  const user = await tx.first(findUser, { id: request.accountId });
  const isOwn = user?.emailVerifiedAt != null && user.email === email;
  if (email === null || isOwn) {
    await tellPreviousAddress(tx, request, { id, previous });
    return { email, pendingEmail: null };
  }
  if (services.throttle.mayMail(email, 'verification')) {
    const payload = { workspaceId: id, email };
    const token = await createLink(tx, { kind: 'change_email', payload, now });
    const notice = confirmNoticeAddress(services, { token });
    await postPersonalMail(tx, { recipient: email, at: now, notice });
  }
  return { email: previous, pendingEmail: email };
}
