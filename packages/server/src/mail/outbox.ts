/** Mail is written in the transaction that causes it and sent by a job of its own. */
import { newId } from '../base/ids.ts';
import { enqueue } from '../jobs/queue.ts';
import { insertMail } from '../storage/queries/mails.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { type Notice, renderHtml, renderText } from './notice.ts';

export interface MailJob {
  readonly mailId: string;
}

/**
 * False when the same notice was written before. A workspace without an address gets no mail, but
 * the notice is still recorded, so that its side effects happen once.
 */
export async function postMail(
  tx: HostmasterTx,
  mail: { readonly workspaceId: string; readonly at: number; readonly notice: Notice },
): Promise<boolean> {
  const workspace = await tx.first(findWorkspaceEmail, { id: mail.workspaceId });
  const recipient = workspace?.email ?? null;
  return write(tx, { ...mail, recipient });
}

/**
 * Mail to a user instead of a workspace. Its text is secret and is deleted after sending, unless the
 * sandbox shows it in the dashboard.
 */
export async function postPersonalMail(
  tx: HostmasterTx,
  mail: { readonly recipient: string; readonly at: number; readonly notice: Notice },
): Promise<boolean> {
  return write(tx, { ...mail, workspaceId: null });
}

async function write(
  tx: HostmasterTx,
  mail: {
    readonly workspaceId: string | null;
    readonly recipient: string | null;
    readonly at: number;
    readonly notice: Notice;
  },
): Promise<boolean> {
  const { notice, recipient } = mail;
  const id = newId('eml');
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
  });
  if (written === 0) return false;
  if (recipient !== null) {
    const payload: MailJob = { mailId: id };
    await enqueue(tx, { kind: 'send-mail', lane: `mail:${id}`, payload: { ...payload } });
  }
  return true;
}
