/** Sums up what needs attention for the same reason: hundreds of lines would hide all others. */
import type { Overview } from './overview-query.ts';

type Attention = Overview['attention'][number];
type Counts = Overview['domainCounts'];

export interface AttentionGroup {
  /** The filter of the list that shows them. */
  readonly status: keyof typeof words;
  readonly text: string;
  readonly label: string;
}

/** More than these are one line. */
const linesMax = 3;

const kinds: Readonly<Partial<Record<Attention['kind'], AttentionGroup['status']>>> = {
  expired: 'expired',
  expiring_without_renewal: 'expiring_soon',
  registration_failed: 'failed',
  renewal_failed: 'failed',
  restorable: 'deleted',
};

const words = {
  expired: {
    text: (count: string) => `${count} domains have expired. Renew them before they're released.`,
    label: 'View expired domains',
  },
  expiring_soon: {
    text: (count: string) =>
      `${count} domains expire soon, and auto-renew is off for some of them.`,
    label: 'View expiring domains',
  },
  failed: {
    text: (count: string) => `${count} registrations or renewals failed.`,
    label: 'View failed domains',
  },
  deleted: {
    text: (count: string) => `${count} domains were deleted. Some can still be restored.`,
    label: 'View deleted domains',
  },
} as const;

export function groupAttention(
  attention: readonly Attention[],
  counts: Counts,
): { readonly groups: readonly AttentionGroup[]; readonly entries: readonly Attention[] } {
  const many = (Object.keys(words) as AttentionGroup['status'][]).filter(
    (status) => attention.filter(({ kind }) => kinds[kind] === status).length > linesMax,
  );
  return {
    groups: many.map((status) => ({
      status,
      text: words[status].text(counts[status].toLocaleString()),
      label: words[status].label,
    })),
    entries: attention.filter(({ kind }) => !many.some((status) => kinds[kind] === status)),
  };
}
