/** The lifecycle of a domain as a timeline: horizontal, or vertical on phones. */

import { useCalendarNow } from '../../api/use-now.ts';
import type { DomainDetails } from '../../domains/domain-query.ts';
import { classNames } from '../../ui/class-names.ts';
import { Time } from '../../ui/text/time.tsx';
import { type LifecyclePoint, lifecyclePoints } from './lifecycle-points.ts';

export function LifecycleTimeline({ domain }: { readonly domain: DomainDetails }) {
  const points = lifecyclePoints(domain, useCalendarNow());
  // A failed registration has no lifecycle.
  if (domain.state === 'failed') return null;
  return (
    <ol
      aria-label="Domain lifecycle"
      className="flex flex-col rounded-lg border border-line bg-surface px-5 py-4 shadow-card md:flex-row"
    >
      {points.map((point, index) => (
        <Milestone key={point.kind} point={point} next={points[index + 1]} />
      ))}
    </ol>
  );
}

function Milestone({
  point,
  next,
}: {
  readonly point: LifecyclePoint;
  readonly next: LifecyclePoint | undefined;
}) {
  const isToday = point.kind === 'today';
  return (
    <li
      aria-current={isToday ? 'date' : undefined}
      className="group relative flex min-w-0 gap-3 pb-4 last:pb-0 md:flex-1 md:flex-col md:gap-2.5 md:pb-0 md:last:flex-none"
    >
      {next !== undefined && (
        <span
          aria-hidden="true"
          className={classNames(
            'absolute max-md:top-3 max-md:bottom-0 max-md:left-[5px] max-md:w-0.5 md:top-[5px] md:right-0 md:left-3 md:h-0.5',
            next.isPast || next.kind === 'today' ? 'bg-accent' : 'bg-line-strong',
          )}
        />
      )}
      <span
        aria-hidden="true"
        className={classNames(
          'relative size-3 shrink-0 rounded-full border-2 max-md:mt-1',
          dotOf(point),
        )}
      />
      <div className="min-w-0 text-sm max-md:flex max-md:flex-1 max-md:justify-between max-md:gap-3 md:pr-4">
        <p className={classNames('font-medium', isToday && 'text-accent-ink')}>{point.label}</p>
        <p className="text-ink-muted">
          <Time at={point.at} />
        </p>
      </div>
    </li>
  );
}

function dotOf(point: LifecyclePoint): string {
  if (point.kind === 'today') return 'border-accent bg-surface ring-4 ring-accent-soft';
  if (point.kind === 'expiry' && point.isPast) return 'border-bad bg-bad';
  return point.isPast ? 'border-accent bg-accent' : 'border-line-strong bg-surface';
}
