/** Mail about a change of the registrant: to the old and to the new address. */
import type { Notice } from './notice.ts';
import { type DomainFacts, domainAction, type NoticeLinks } from './notices.ts';

export function ownerDataChanged(
  links: NoticeLinks,
  facts: DomainFacts & {
    readonly changeId: string;
    readonly recipient: string;
    readonly isNewOwner: boolean;
  },
): Notice {
  const { name, isNewOwner } = facts;
  return {
    kind: 'owner-data-changed',
    onceKey: `owner-data-changed:${facts.changeId}:${facts.recipient}`,
    subject: `The owner data of ${name} was changed`,
    paragraphs: [
      isNewOwner
        ? `${name} has a new registrant. The registry has confirmed the change.`
        : `The contact data of the registrant of ${name} was changed. The registry has confirmed the change.`,
      'You receive this email because your address is or was the address of the registrant.',
      "If you didn't expect this change, reply to your domain provider right away.",
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}
