/** An instant in the viewer's time zone. The `title` attribute shows the exact time. */
import { useCalendarNow, useNow } from '../../api/use-now.ts';
import { formatDate, formatExact, formatRelative, formatTime } from './format-time.ts';

export interface TimeProps {
  /** ISO 8601, as the API gives it. */
  readonly at: string;
  readonly as?: 'date' | 'time' | 'relative';
  /** A date of a domain or of its activity, which follows the sandbox's calendar. */
  readonly isCalendar?: boolean;
}

export function Time({ at, as = 'date', isCalendar = false }: TimeProps) {
  const instant = new Date(at);
  const text = as === 'relative' ? undefined : as === 'time' ? formatTime : formatDate;
  const Distance = isCalendar ? CalendarDistance : Ago;
  return (
    <time dateTime={at} title={formatExact(instant)} className="whitespace-nowrap">
      {text === undefined ? <Distance instant={instant} /> : text(instant)}
    </time>
  );
}

/** Updated while the page is open. */
function Ago({ instant }: { readonly instant: Date }) {
  return formatRelative(instant, new Date(useNow()));
}

function CalendarDistance({ instant }: { readonly instant: Date }) {
  return formatRelative(instant, new Date(useCalendarNow()));
}
