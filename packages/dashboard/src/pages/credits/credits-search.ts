/** The search parameters of the credits page: statement filters and the top-up to report on. */
import type { DashboardInput } from '@hostmaster/contract/dashboard';
import { dayStart } from '../../ui/text/day-start.ts';

export type StatementFilter = Pick<DashboardInput<'exportStatement'>, 'kind' | 'from' | 'to'>;
export type StatementKind = NonNullable<StatementFilter['kind']>;

export const kindLabels: Readonly<Record<StatementKind, string>> = {
  top_up: 'Top-up',
  registration: 'Registration',
  transfer: 'Transfer',
  renewal: 'Renewal',
  refund: 'Refund',
  adjustment: 'Adjustment',
};

export const periodLabels = {
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  year: 'This year',
  lastYear: 'Last year',
  custom: 'Custom range',
} as const;

export type Period = keyof typeof periodLabels;

export interface CreditsSearch {
  readonly kind?: StatementKind;
  readonly period?: Period;
  /** Days of a custom period, `2027-01-31`, both included. */
  readonly from?: string;
  readonly to?: string;
  /** The top-up whose result is shown. */
  readonly topUp?: string;
  /** How many credits a purchase is short of. */
  readonly amount?: number;
}

/** Reads the search parameters; invalid ones are dropped. */
export function readCreditsSearch(search: Readonly<Record<string, unknown>>): CreditsSearch {
  const kind = keyIn(kindLabels, search.kind);
  const period = keyIn(periodLabels, search.period);
  const amount = Number(search.amount ?? Number.NaN);
  return {
    ...(kind === null ? {} : { kind }),
    ...(period === null ? {} : { period }),
    ...(period === 'custom' && isDay(search.from) ? { from: search.from } : {}),
    ...(period === 'custom' && isDay(search.to) ? { to: search.to } : {}),
    ...(typeof search.topUp === 'string' ? { topUp: search.topUp } : {}),
    ...(amount > 0 && Number.isFinite(amount) ? { amount } : {}),
  };
}

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

function isDay(value: unknown): value is string {
  return (
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
  );
}

function keyIn<K extends string>(labels: Readonly<Record<K, string>>, value: unknown): K | null {
  return typeof value === 'string' && Object.hasOwn(labels, value) ? (value as K) : null;
}
