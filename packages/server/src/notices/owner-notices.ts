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
    subject: `The owner details of ${name} were changed`,
    paragraphs: [
      isNewOwner
        ? `${name} has a new registrant. The registry has confirmed the change.`
        : `The contact details of the registrant of ${name} were changed. The registry has confirmed the change.`,
      "You're receiving this email because your address is, or was, the registrant's.",
      "If you didn't expect this change, contact your domain provider right away.",
    ],
    action: domainAction(links, facts, 'View domain'),
  };
}
