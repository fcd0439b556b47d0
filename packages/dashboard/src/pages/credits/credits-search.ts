/** The search parameters of the credits page: statement filters and the top-up to report on. */
import type { DashboardInput } from '@hostmaster/contract/dashboard';

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

function isDay(value: unknown): value is string {
  return (
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
  );
}

function keyIn<K extends string>(labels: Readonly<Record<K, string>>, value: unknown): K | null {
  return typeof value === 'string' && Object.hasOwn(labels, value) ? (value as K) : null;
}
