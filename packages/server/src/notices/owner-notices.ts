/** Mail to registrants: about a change of their data, and to confirm their address. */
import type { Notice } from './notice.ts';
import { formatDay } from './notice-dates.ts';
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

/** The link shows a page with a button; opening it confirms nothing. */
export function confirmRegistrant(
  { publicUrl }: NoticeLinks,
  facts: {
    readonly name: string;
    readonly token: string;
    readonly tokenHash: string;
    readonly dueAt: number;
  },
): Notice {
  const { name } = facts;
  return {
    kind: 'confirm-registrant',
    onceKey: `confirm-registrant:${facts.tokenHash}`,
    subject: `Confirm your email address for ${name}`,
    paragraphs: [
      `Your address is on record as that of the owner of ${name}. Registrars have to make sure that owners can be reached.`,
      `Please confirm by ${formatDay(facts.dueAt)} that you received this email. Your confirmation counts for all domains with this address at your provider.`,
      "If you don't know this domain, ignore this email, or contact the provider.",
    ],
    action: { label: 'Confirm address', url: `${publicUrl}/confirm-registrant/${facts.token}` },
  };
}
