/** Mails to the operator about a secondary that stops answering, and that answers again: one each. */
import type { Notice } from './notice.ts';
import type { NoticeLinks } from './notices.ts';

export function secondaryAlert(
  links: NoticeLinks,
  facts: {
    readonly name: string;
    readonly isReached: boolean;
    /** When the outage began, machine time. */
    readonly since: number;
  },
): Notice {
  const { name, isReached } = facts;
  const since = `${new Date(facts.since).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const kind = isReached ? 'secondary-reachable' : 'secondary-unreachable';
  const paragraph = isReached
    ? `The secondary nameserver ${name} answers again. It had not answered since ${since}. It now gets the changes that it missed.`
    : `The secondary nameserver ${name} has not answered since ${since}. Resolvers ask the other nameservers, and changes reach ${name} when it is back. Run hostmaster secondary check ${name} to see what to change.`;
  return {
    kind,
    onceKey: `${kind}:${name}:${facts.since}`,
    subject: isReached ? `${name} answers again` : `${name} does not answer`,
    paragraphs: [paragraph],
    action: { label: 'Open the dashboard', url: `${links.publicUrl}/dashboard` },
  };
}
