/** The expiry of a domain, as text and as a bar for the remaining part of a year. */

import { yearMs } from '@hostmaster/contract/durations';
import type { ListedStatus } from '../../domains/status-style.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatDate, formatExact, formatRelative } from '../../ui/text/format-time.ts';

const shareMin = 0.04;

const fills: Readonly<Record<ListedStatus, string>> = {
  provisioning: 'bg-control',
  active: 'bg-control',
  expiring_soon: 'bg-warn',
  expired: 'bg-bad',
  deleted: 'bg-bad',
  failed: 'bg-ink-faint',
};

export function ExpiryBar({
  expiresAt,
  status,
  now,
}: {
  readonly expiresAt: string;
  readonly status: ListedStatus;
  readonly now: number;
}) {
  const instant = new Date(expiresAt);
  const left = (instant.getTime() - now) / yearMs;
  const share = Math.min(Math.max(left, shareMin), 1);
  return (
    // The `title` attribute shows the exact time: thousands of Tooltip components would be slow.
    <time
      dateTime={expiresAt}
      title={formatExact(instant)}
      className="relative z-1 inline-flex w-fit max-w-full flex-col gap-1"
    >
      <span className="flex items-baseline gap-2 whitespace-nowrap">
        <span className={status === 'expired' ? 'text-bad-ink' : undefined}>
          {formatRelative(instant, new Date(now))}
        </span>
        <span className="text-sm text-ink-faint max-md:hidden">{formatDate(instant)}</span>
      </span>
      <span
        aria-hidden="true"
        className="block h-0.75 w-24 max-w-full overflow-hidden rounded-full bg-pressed"
      >
        <span
          className={classNames('block h-full rounded-full', fills[status])}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </time>
  );
}
