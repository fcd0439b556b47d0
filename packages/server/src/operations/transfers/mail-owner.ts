/** A notice to the workspace, and to the registrant where that is another address. */
import { mailTo, type NewMail, personalMail } from '../../notices/new-mail.ts';
import type { Notice } from '../../notices/notice.ts';
import type { DomainWith } from '../../storage/tables/domains/domains.ts';

export function mailOwner(mail: {
  readonly domain: DomainWith<'workspaceId' | 'contact'>;
  /** The confirmed address of the workspace. */
  readonly workspaceEmail: string | null;
  readonly at: number;
  readonly notice: Notice;
}): readonly NewMail[] {
  const { at, notice, workspaceEmail } = mail;
  const { workspaceId } = mail.domain;
  const { contact } = mail.domain.owner;
  const shared = mailTo({ workspaceId, recipient: workspaceEmail, at, notice });
  if (workspaceEmail === contact.email) return [shared];
  const own = { ...notice, onceKey: `${notice.onceKey}:registrant` };
  const { email: recipient } = contact;
  return [shared, personalMail({ cause: workspaceId, recipient, at, notice: own })];
}
