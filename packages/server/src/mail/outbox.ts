/** Mail is written in the transaction that causes it and sent by a job of its own. */
import { newId } from '../base/ids.ts';
import { enqueue } from '../jobs/queue.ts';
import { insertMail } from '../storage/queries/mails.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { MailJob } from './new-mail.ts';
import { type Notice, renderHtml, renderText } from './notice.ts';

/**
 * False when the same notice was written before. A workspace without an address gets no mail, but
 * the notice is still recorded, so that its side effects happen once.
 */
export async function postMail(
  tx: HostmasterTx,
  mail: { readonly workspaceId: string; readonly at: number; readonly notice: Notice },
): Promise<boolean> {
  const workspace = await tx.first(findWorkspaceEmail, { id: mail.workspaceId });
  return postMailTo(tx, { ...mail, recipient: workspace?.email ?? null });
}

/**
 * Mail to a user instead of a workspace. Its text is secret and is deleted after sending, unless the
 * sandbox shows it in the dashboard.
 */
export async function postPersonalMail(
  tx: HostmasterTx,
  mail: { readonly recipient: string; readonly at: number; readonly notice: Notice },
): Promise<boolean> {
  return postMailTo(tx, { ...mail, workspaceId: null });
}

/** As postMail, where the address is known. */
async function postMailTo(
  tx: HostmasterTx,
  mail: {
    readonly id?: string;
    readonly workspaceId: string | null;
    readonly recipient: string | null;
    readonly at: number;
    readonly notice: Notice;
  },
): Promise<boolean> {
  const { notice, recipient } = mail;
  const { id = newId('eml') } = mail;
  const isGathered = recipient !== null && notice.summary !== undefined;
  const written = await tx.run(insertMail, {
    id,
    workspaceId: mail.workspaceId,
    kind: notice.kind,
    onceKey: notice.onceKey,
    recipient: recipient ?? '',
    subject: notice.subject,
    textBody: renderText(notice),
    htmlBody: renderHtml(notice),
    createdAt: mail.at,
    state: recipient === null ? 'failed' : 'waiting',
    problem: recipient === null ? 'The workspace has no confirmed email address.' : null,
    summary: notice.summary ?? null,
    gathered: isGathered,
    combinedIn: null,
  });
  if (written === 0) return false;
  if (recipient !== null && !isGathered) enqueueMail(tx, id);
  return true;
}

function enqueueMail(tx: HostmasterTx, mailId: string): void {
  const payload: MailJob = { mailId };
  enqueue(tx, { kind: 'send-mail', lane: `mail:${mailId}`, payload: { ...payload } });
}
