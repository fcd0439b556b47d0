/** The sandbox's mailbox: mail to the signed-in person and to the workspace. */
import { isoTime } from '../base/iso-time.ts';
import { listMailsTo } from '../storage/queries/mail/mails.ts';
import { findUser } from '../storage/queries/people/users.ts';
import type { Handlers } from './dashboard-handler.ts';

const mailsShown = 30;

export const mailboxHandlers = {
  async listMails({ services, call, accountId }) {
    const { database, hasMailbox } = services;
    const user = hasMailbox ? await database.first(findUser, { id: accountId }) : undefined;
    if (user === undefined) return { mails: [] };
    const mails = await database.all(listMailsTo, {
      workspaceId: call.actor.workspaceId,
      email: user.email,
      pendingEmail: user.pendingEmail ?? '',
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
