/** A notice to the workspace, and to the registrant where that is another address. */
import type { Notice } from '../mail/notice.ts';
import { postMail, postPersonalMail } from '../mail/outbox.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Domain } from '../storage/tables/domains.ts';

export async function mailOwner(
  tx: HostmasterTx,
  mail: {
    readonly domain: Pick<Domain, 'workspaceId' | 'contact'>;
    readonly at: number;
    readonly notice: Notice;
  },
): Promise<void> {
  const { at, notice } = mail;
  const { workspaceId, contact } = mail.domain;
  await postMail(tx, { workspaceId, at, notice });
  const workspace = await tx.first(findWorkspaceEmail, { id: workspaceId });
  if (workspace?.email === contact.email) return;
  const own = { ...notice, onceKey: `${notice.onceKey}:registrant` };
  await postPersonalMail(tx, { recipient: contact.email, at, notice: own });
}
