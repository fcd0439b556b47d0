/** Sends a stranger's message to the owner of a domain. The answer tells nothing about the owner. */
import { formats } from '@hostmaster/contract';
import { invalidRequest, Refusal } from '../../base/errors.ts';
import { persist } from '../../changes/persist.ts';
import { contactMessage } from '../../notices/contact-notices.ts';
import { personalMail } from '../../notices/new-mail.ts';
import type { NoticeLinks } from '../../notices/notices.ts';
import { findPublicDomain } from '../../storage/queries/domains/domains.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import { domainKey } from '../loading.ts';

export const messageLengthMax = 4_000;

export interface ContactMessage {
  /** A second message with the same id is not sent. */
  readonly id: string;
  readonly name: string;
  readonly sender: string;
  readonly text: string;
}

export function contactOwner(
  { id, name, sender, text }: ContactMessage,
  services: {
    readonly database: HostmasterDatabase;
    readonly links: NoticeLinks;
    calendarNow(reader: HostmasterReader): Promise<number>;
  },
): Promise<void> {
  requireMessage(sender, text);
  return persist(services.database, {
    keys: [domainKey(name)],
    owner: '',
    commit: 'shared',
    load: (reader) =>
      Promise.all([reader.first(findPublicDomain, { name }), services.calendarNow(reader)]),
    decide([domain, at]) {
      if (domain === undefined) throw new Refusal('domain_not_found', 'There is no such domain.');
      const { workspaceId } = domain;
      const { contact } = domain.owner;
      const facts = { workspaceId, name, messageId: id, sender, text };
      const notice = contactMessage(services.links, facts);
      const mail = { cause: workspaceId, recipient: contact.email, at, notice };
      return { answer: undefined, change: { mails: [personalMail(mail)] } };
    },
  });
}

function requireMessage(sender: string, text: string): void {
  const { test: isEmail, message } = formats['contact-email'];
  if (!isEmail(sender)) throw invalidRequest({ path: 'email', message });
  if (text.trim() === '' || text.length > messageLengthMax) {
    const bounds = `must have 1 to ${messageLengthMax} characters`;
    throw invalidRequest({ path: 'message', message: bounds });
  }
}
