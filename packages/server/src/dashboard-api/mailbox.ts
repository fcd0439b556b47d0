/** The sandbox's mailbox: mail to the signed-in person and to the workspace. */
import { denialOf } from '@hostmaster/contract/roles';
import { timeOfId } from '../base/ids.ts';
import { isoTime } from '../base/iso-time.ts';
import { listMailsAbout } from '../storage/queries/mail/mails.ts';
import type { Actor } from '../workspaces/actor.ts';
import type { Handlers } from './dashboard-handler.ts';

const mailsShown = 30;

export const mailboxHandlers = {
  async listMails({ services, call, accountId }) {
    const { database, hasMailbox } = services;
    if (!hasMailbox) return { mails: [] };
    const mails = await database.all(listMailsAbout, {
      // Mails of the workspace contain links for its managers.
      workspaceId: mayManage(call.actor) ? call.actor.workspaceId : accountId,
      userId: accountId,
      limit: mailsShown,
    });
    return {
      mails: mails.map(({ id, recipient, subject, textBody }) => ({
        id,
        // Mails about domains are written at calendar time, others at machine time.
        at: isoTime(timeOfId(id)),
        to: recipient,
        subject,
        text: textBody,
      })),
    };
  },
} satisfies Partial<Handlers>;

function mayManage({ grant }: Actor): boolean {
  return grant === null || denialOf(grant, 'members.manage') === null;
}
