/** A point in time in the viewer's zone; the exact value appears on hover and on focus. */
import { useSyncExternalStore } from 'react';
import { formatDate, formatExact, formatRelative, formatTime } from './format-time.ts';
import { Tooltip } from './tooltip.tsx';

export interface TimeProps {
  /** ISO 8601, as the API gives it. */
  readonly at: string;
  readonly as?: 'date' | 'time' | 'relative';
}

const tickMs = 30_000;

export function Time({ at, as = 'date' }: TimeProps) {
  const instant = new Date(at);
  const text = as === 'relative' ? undefined : as === 'time' ? formatTime : formatDate;
  return (
    <Tooltip content={formatExact(instant)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact value is for keyboards too */}
      <time dateTime={at} tabIndex={0} className="rounded-xs whitespace-nowrap">
        {text === undefined ? <Ago instant={instant} /> : text(instant)}
      </time>
    </Tooltip>
  );
}

/** Keeps counting while the page is open. */
function Ago({ instant }: { readonly instant: Date }) {
  const tick = useSyncExternalStore(subscribeToTicks, () => Math.floor(Date.now() / tickMs));
  return formatRelative(instant, new Date(Math.max(tick * tickMs, Date.now())));
}

function subscribeToTicks(onTick: () => void): () => void {
  const timer = setInterval(onTick, tickMs);
  return () => clearInterval(timer);
}
