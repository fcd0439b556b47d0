/** The sandbox's mailbox: mail to the signed-in person and to the workspace. */
import { isoTime } from '../base/iso-time.ts';
import { listMailsAbout } from '../storage/queries/mail/mails.ts';
import type { Handlers } from './dashboard-handler.ts';

const mailsShown = 30;

export const mailboxHandlers = {
  async listMails({ services, call, accountId }) {
    const { database, hasMailbox } = services;
    if (!hasMailbox) return { mails: [] };
    const mails = await database.all(listMailsAbout, {
      workspaceId: call.actor.workspaceId,
      userId: accountId,
      limit: mailsShown,
    });
    return {
      mails: mails.map(({ id, createdAt, recipient, subject, textBody }) => ({
        id,
        at: isoTime(createdAt),
        to: recipient,
        subject,
        text: textBody,
      })),
    };
  },
} satisfies Partial<Handlers>;
