/** The mail at the end of a bulk operation. */
import type { BulkKind } from '@hostmaster/contract';
import { formatCredits } from '../base/money.ts';
import type { Notice } from './notice.ts';
import type { NoticeLinks } from './notices.ts';

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
    subject: `${titles[kind]}: ${done} of ${total} ${domains} done`,
    paragraphs: [
      failed === 0
        ? `Your bulk operation is finished: all ${total} ${domains} are done.`
        : `Your bulk operation is finished: ${done} of ${total} ${domains} are done, and ${failed} failed. The dashboard shows why each of them failed, and you can retry them there.`,
      ...(chargedCents === 0 ? [] : [`${formatCredits(chargedCents)} credits were charged.`]),
    ],
    action: {
      label: 'View results',
      url: `${links.publicUrl}/dashboard/${workspaceId}/bulk/${id}`,
    },
  };
}
