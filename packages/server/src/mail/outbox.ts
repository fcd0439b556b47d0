/** Mail is written in the transaction that causes it and sent by a job of its own. */
import { newId } from '../base/ids.ts';
import { enqueue } from '../jobs/queue.ts';
import { findWorkspaceEmail } from '../storage/queries/workspaces.ts';
import { type HostmasterTx, type MailRow, query } from '../storage/schema.ts';
import { type Notice, renderHtml, renderText } from './notice.ts';

const insertMail = query<MailRow>()(({ db, p }) =>
  db
    .insertInto('mails')
    .values({
      id: p.id,
      workspace_id: p.workspace_id,
      kind: p.kind,
      once_key: p.once_key,
      recipient: p.recipient,
      subject: p.subject,
      text_body: p.text_body,
      html_body: p.html_body,
      created_at: p.created_at,
      state: p.state,
      problem: p.problem,
    })
    .onConflict((conflict) => conflict.column('once_key').doNothing()),
);

export const findMail = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('mails').selectAll().where('id', '=', p.id),
);

export const settleMail = query<{
  id: string;
  state: 'sent' | 'failed';
  problem: string | null;
}>()(({ db, p }) =>
  db
    .updateTable('mails')
    .set({ state: p.state, problem: p.problem })
    .where('id', '=', p.id)
    .where('state', '=', 'waiting'),
);

/** Links in mail to a person open accounts. */
export const forgetMailText = query<{ id: string }>()(({ db, p }) =>
  db
    .updateTable('mails')
    .set({ text_body: '', html_body: '' })
    .where('id', '=', p.id)
    .where('workspace_id', 'is', null),
);

/** Touches no row when the mail has had a problem before. */
export const noteFirstProblem = query<{ id: string; problem: string }>()(({ db, p }) =>
  db
    .updateTable('mails')
    .set({ problem: p.problem })
    .where('id', '=', p.id)
    .where('state', '=', 'waiting')
    .where('problem', 'is', null),
);

export interface MailJob {
  readonly mailId: string;
}

/**
 * False when the same notice was written before. A workspace without an address gets none, but the
 * notice is written all the same, so that whatever goes with it happens once.
 */
export async function postMail(
  tx: HostmasterTx,
  mail: { readonly workspaceId: string; readonly at: number; readonly notice: Notice },
): Promise<boolean> {
  const workspace = await tx.first(findWorkspaceEmail, { id: mail.workspaceId });
  const recipient = workspace?.email ?? null;
  return write(tx, { ...mail, recipient });
}

/** To a person rather than a workspace: its text is a secret, and forgotten once it has gone. */
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
    workspace_id: mail.workspaceId,
    kind: notice.kind,
    once_key: notice.onceKey,
    recipient: recipient ?? '',
    subject: notice.subject,
    text_body: renderText(notice),
    html_body: renderHtml(notice),
    created_at: mail.at,
    state: recipient === null ? 'failed' : 'waiting',
    problem: recipient === null ? 'The workspace has no email address.' : null,
  });
  if (written === 0) return false;
  if (recipient !== null) {
    const payload: MailJob = { mailId: id };
    await enqueue(tx, { kind: 'send-mail', lane: `mail:${id}`, payload: { ...payload } });
  }
  return true;
}
