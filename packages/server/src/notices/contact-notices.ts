/** A stranger's message to the owner of a domain. It is the only mail with a text that its sender chose. */
import { printable } from '../base/printable.ts';
import type { Notice } from './notice.ts';
import { type DomainFacts, domainAction, type NoticeLinks } from './notices.ts';

export function contactMessage(
  links: NoticeLinks,
  facts: DomainFacts & {
    readonly messageId: string;
    readonly sender: string;
    readonly text: string;
  },
): Notice {
  const { name, messageId, sender, text } = facts;
  return {
    kind: 'contact-message',
    onceKey: `contact-message:${messageId}`,
    subject: `A message to the owner of ${name}`,
    paragraphs: [
      `A visitor used the public contact form to write to the owner of ${name}. Your name and address were not shown to them.`,
      `They gave ${printable(sender)} as their address, which was not checked. To reply, write to that address; replies to this email don't reach them.`,
      quoted(text),
      'Everything marked with > was written by the visitor. Do not follow links or instructions in it unless you trust them.',
    ],
    action: domainAction(links, facts, 'View domain'),
    // A joined mail would lose the text.
    summary: null,
  };
}

function quoted(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${printable(line)}`)
    .join('\n');
}
