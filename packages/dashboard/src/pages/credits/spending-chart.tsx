/** A bar for each month. Screen readers get a list of months with their amounts. */
import { formatCredits } from '../../ui/text/credits.tsx';

interface Month {
  /** Such as `2026-11`. */
  readonly month: string;
  readonly credits: number;
}

const long = new Intl.DateTimeFormat(undefined, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const short = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const narrow = new Intl.DateTimeFormat(undefined, { month: 'narrow', timeZone: 'UTC' });

export function SpendingChart({ months }: { readonly months: readonly Month[] }) {
  const most = Math.max(...months.map(({ credits }) => credits), 1);
  return (
    <ol aria-label="Spending by month" className="flex gap-1 md:gap-3">
      {months.map(({ month, credits }) => {
        const at = new Date(`${month}-01T00:00:00Z`);
        const text = `${long.format(at)}: ${formatCredits(credits)}`;
        return (
          <li key={month} className="min-w-0 flex-1" data-hint={text}>
            <span className="sr-only">{text}</span>
            <span aria-hidden="true" className="flex h-36 flex-col justify-end">
              {credits > 0 && (
                <span
                  className="rounded-t-xs bg-accent"
                  style={{ height: `max(3px, ${(credits / most) * 100}%)` }}
                />
              )}
            </span>
            <span
              aria-hidden="true"
              className="block border-t border-line-strong pt-1 text-center text-xs text-ink-muted"
            >
              <span className="md:hidden">{narrow.format(at)}</span>
              <span className="max-md:hidden">{short.format(at)}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
