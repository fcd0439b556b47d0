/** The mail at the end of a bulk operation. */
import type { BulkKind } from '@hostmaster/contract';
import { formatNumber } from '../base/format-number.ts';
import type { Notice } from './notice.ts';
import { credits, type NoticeLinks } from './notices.ts';

const titles: Readonly<Record<BulkKind, string>> = {
  renew: 'Renewal',
  auto_renewal: 'Auto-renewal',
  privacy: 'Privacy',
  nameservers: 'New nameservers',
  transfer_lock: 'Transfer lock',
  contact: 'New registrant',
  dnssec: 'DNSSEC',
  register: 'Registration',
  template: 'Template',
  tags: 'Tags',
  transfer: 'Transfer',
};

export function bulkFinished(
  links: NoticeLinks,
  facts: {
    readonly workspaceId: string;
    readonly id: string;
    readonly round: number;
    readonly kind: BulkKind;
    readonly done: number;
    readonly failed: number;
    readonly chargedCents: number;
  },
): Notice {
  const { workspaceId, id, round, kind, done, failed, chargedCents } = facts;
  const total = done + failed;
  const domains = total === 1 ? 'domain' : 'domains';
  return {
    kind: 'bulk-finished',
    onceKey: `bulk-finished:${id}:${round}`,
    subject: `${titles[kind]}: ${formatNumber(done)} of ${formatNumber(total)} ${domains} done`,
    paragraphs: [
      failed === 0
        ? `Your bulk change is finished. ${formatNumber(total)} ${domains} ${total === 1 ? 'was' : 'were'} changed.`
        : `Your bulk change is finished. ${formatNumber(done)} of ${formatNumber(total)} ${domains} ${done === 1 ? 'was' : 'were'} changed, and ${formatNumber(failed)} failed. The dashboard shows why, and you can retry there.`,
      ...(chargedCents === 0 ? [] : [`You were charged ${credits(chargedCents)}.`]),
    ],
    action: {
      label: 'View results',
      url: `${links.publicUrl}/dashboard/${workspaceId}/bulk/${id}`,
    },
  };
}
