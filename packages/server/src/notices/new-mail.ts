/** A mail that a change writes into the outbox; a job of its own sends it. */
import { newId } from '../base/ids.ts';
import { insert, insertIfAbsent, type RowWrite } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { mails } from '../storage/tables/mail/mails.ts';
import { lineOf, type Notice, renderHtml, renderText } from './notice.ts';

export interface NewMail {
  readonly id: string;
  /**
   * Null for mail to a user instead of a workspace: its text is secret and is deleted after sending,
   * unless the sandbox shows it in the dashboard.
   */
  readonly workspaceId: string | null;
  /**
   * The account or the workspace that mail to a user is about, whatever its address. Only they see it in
   * the sandbox's mailbox: its links change what is theirs.
   */
  readonly cause: string | null;
  /** Null where the workspace has no confirmed address: the mail is recorded and not sent. */
  readonly recipient: string | null;
  readonly at: number;
  readonly notice: Notice;
  /** It has its place in the budget of its address. */
  readonly isAdmitted?: true;
  /** The decision has seen that the notice was not written: one that is there by then is a conflict. */
  readonly isFirst?: boolean;
}

/** The payload of the job that sends a mail. */
export interface MailJob {
  readonly mailId: string;
}

/** Mail to a workspace. */
export function mailTo(
  mail: Omit<NewMail, 'id' | 'cause'> & { readonly workspaceId: string },
): NewMail {
  return { id: newId('eml'), cause: null, ...mail };
}

/** Mail to a user instead of a workspace. */
export function personalMail(mail: {
  readonly cause: string | null;
  readonly recipient: string;
  readonly at: number;
  readonly notice: Notice;
}): NewMail {
  return { id: newId('eml'), workspaceId: null, ...mail };
}

/** A mail that took its place in the budget of its address in the same change. */
export function admittedMail(mail: Omit<NewMail, 'id' | 'isAdmitted' | 'isFirst'>): NewMail {
  return { id: newId('eml'), ...mail, isAdmitted: true };
}

const sendKind = 'send-mail';

/** Mail of a workspace without an address is not sent, and some notices wait for others. */
function hasJob({ recipient, notice }: Pick<NewMail, 'recipient' | 'notice'>): boolean {
  return recipient !== null && !isGathered(notice);
}

function isGathered({ summary }: Notice): boolean {
  return summary !== undefined && summary !== null;
}

/** The kind of the job that sends the mail, for the workers that claim it. */
export function mailJobKind(mail: NewMail): readonly string[] {
  return hasJob(mail) ? [sendKind] : [];
}

/** A notice that was written before (`onceKey`) is not written again. */
export function mailRows(mail: NewMail): RowWrite[] {
  const { id, workspaceId, cause, recipient, at, notice, isFirst = false } = mail;
  const write = isFirst ? insert : insertIfAbsent;
  const written = write(mails, {
    id,
    workspaceId,
    cause,
    kind: notice.kind,
    onceKey: notice.onceKey,
    recipient: recipient ?? '',
    subject: notice.subject,
    textBody: renderText(notice),
    htmlBody: renderHtml(notice),
    createdAt: at,
    state: recipient === null ? 'failed' : 'waiting',
    problem: recipient === null ? 'The workspace has no confirmed email address.' : null,
    summary: lineOf(notice),
    gathered: recipient !== null && isGathered(notice),
    combinedIn: null,
    admitted: mail.isAdmitted === true,
    heldIn: null,
  });
  return hasJob({ recipient, notice }) ? [written, sendJob(id)] : [written];
}

/** The job that sends a mail; none for a mail that was not written. */
export function sendJob(mailId: string): RowWrite {
  const payload: MailJob = { mailId };
  return statement('insertMailJob', {
    id: newId('job'),
    kind: sendKind,
    lane: `mail:${mailId}`,
    payload: { ...payload },
    delayMs: 0,
    mailId,
  });
}
