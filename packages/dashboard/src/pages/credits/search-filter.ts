/** The filter of the statement, as the API takes it. */
import { dayStart } from '../../ui/text/day-start.ts';
import type { CreditsSearch, StatementFilter } from './credits-search.ts';

/** The filter for the API. Days begin at midnight in the viewer's time zone. */
export function filterOf(search: CreditsSearch, now: Date): StatementFilter {
  const { from, to } = rangeOf(search, now);
  return {
    ...(search.kind === undefined ? {} : { kind: search.kind }),
    ...(from === null ? {} : { from: from.toISOString() }),
    ...(to === null ? {} : { to: to.toISOString() }),
  };
}

interface Range {
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
}

function rangeOf(search: CreditsSearch, now: Date): Range {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  switch (search.period) {
    case '30d':
      return { from: new Date(year, month, day - 29), to: null };
    case '90d':
      return { from: new Date(year, month, day - 89), to: null };
    case 'year':
      return { from: new Date(year, 0, 1), to: null };
    case 'lastYear':
      return { from: new Date(year - 1, 0, 1), to: new Date(year, 0, 1) };
    case 'custom':
      return {
        from: search.from === undefined ? null : dayStart(search.from),
        to: search.to === undefined ? null : dayStart(search.to, 1),
      };
    default:
      return { from: null, to: null };
  }
}
