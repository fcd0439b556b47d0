/** One mail for many notices: what they have in common, and a line for each. */
import { formatNumber } from '../base/format-number.ts';
import type { Notice } from './notice.ts';
import type { NoticeKind } from './notice-purpose.ts';
import type { NoticeLinks } from './notices.ts';
import { reminderAdvice } from './reminder-notices.ts';

interface CombinedText {
  /** After the number of domains. */
  readonly subject: string;
  readonly intro: string;
  readonly advice: string;
}

const texts: Readonly<Record<string, CombinedText>> = {
  'expiry-notice': {
    subject: 'domains expire soon',
    intro: 'These domains expire soon:',
    advice:
      'For domains with auto-renew on, keep enough credits in your balance; nothing else is needed. To keep the others, renew them or turn on auto-renew.',
  },
  'expired-notice': {
    subject: 'domains have expired',
    intro: 'These domains have expired:',
    advice:
      'You can renew a domain at the normal price until the date shown. After that, it is released and anyone can register it.',
  },
  'auto-renewal-succeeded': {
    subject: 'domains were renewed',
    intro: 'These domains were renewed automatically:',
    advice: 'No action is needed.',
  },
  'auto-renewal-failed': {
    subject: "domains couldn't be renewed",
    intro: "We couldn't renew these domains automatically:",
    advice: "You haven't been charged for them. Open a domain in the dashboard to see what to do.",
  },
  'registration-data-reminder': {
    subject: 'domains: please check your registration data',
    intro:
      'Registrars have to remind owners once a year to check their registration data. This is what is on record for your domains:',
    advice: reminderAdvice,
  },
};

/** What happened beyond the budget of an address, each with its link. */
export function joinedNotice(
  links: NoticeLinks,
  facts: {
    /** Null for mail to a user. */
    readonly workspaceId: string | null;
    readonly firstMailId: string;
    readonly lines: readonly string[];
  },
): Notice {
  const { workspaceId, lines } = facts;
  const place = workspaceId === null ? '' : `/${workspaceId}`;
  return {
    kind: 'joined-notices',
    onceKey: `joined:${facts.firstMailId}`,
    subject: `${formatNumber(lines.length)} notices from Hostmaster`,
    paragraphs: [
      'A lot happened in a short time, so we combined these notices into one email:',
      ...lines,
    ],
    action: { label: 'Open Hostmaster', url: `${links.publicUrl}/dashboard${place}` },
    summary: null,
  };
}

export function combinedNotice(
  links: NoticeLinks,
  facts: {
    readonly workspaceId: string;
    readonly kind: string;
    readonly firstMailId: string;
    readonly lines: readonly string[];
  },
): Notice {
  const text = texts[facts.kind];
  if (text === undefined) throw new Error(`Mails of kind ${facts.kind} cannot be combined.`);
  return {
    kind: facts.kind as NoticeKind,
    summary: null,
    onceKey: `combined:${facts.firstMailId}`,
    subject: `${formatNumber(facts.lines.length)} ${text.subject}`,
    paragraphs: [text.intro, facts.lines.join('\n'), text.advice],
    action: {
      label: 'View your domains',
      url: `${links.publicUrl}/dashboard/${facts.workspaceId}/domains`,
    },
  };
}
