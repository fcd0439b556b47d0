/** A notice to the workspace, and to the registrant where that is another address. */
import { mailTo, type NewMail, personalMail } from '../../notices/new-mail.ts';
import type { Notice } from '../../notices/notice.ts';
import type { Domain } from '../../storage/tables/domains/domains.ts';

export function mailOwner(mail: {
  readonly domain: Pick<Domain, 'workspaceId' | 'contact'>;
  /** The confirmed address of the workspace. */
  readonly workspaceEmail: string | null;
  readonly at: number;
  readonly notice: Notice;
}): readonly NewMail[] {
  const { at, notice, workspaceEmail } = mail;
  const { workspaceId, contact } = mail.domain;
  const shared = mailTo({ workspaceId, recipient: workspaceEmail, at, notice });
  if (workspaceEmail === contact.email) return [shared];
  const own = { ...notice, onceKey: `${notice.onceKey}:registrant` };
  const { email: recipient } = contact;
  return [shared, personalMail({ cause: workspaceId, recipient, at, notice: own })];
}
