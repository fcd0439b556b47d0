/** Parts of the texts about stored facts. A value that the row does not have is `unknown`. */
import { formatNumber } from '../base/format-number.ts';

export function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'unknown';
}

export function figure(value: unknown): string {
  return typeof value === 'number' ? formatNumber(value) : word(value);
}

export function list(value: unknown): string {
  return Array.isArray(value) ? value.map(word).join(', ') : word(value);
}

export function years(value: unknown): string {
  return `${word(value)} ${value === 1 ? 'year' : 'years'}`;
}

/** Set or removed; what it is about follows. */
export function capText(value: unknown): string {
  return typeof value === 'number'
    ? `set a spending cap of ${credits(value)} a month for`
    : 'removed the spending cap of';
}

export function credits(value: unknown): string {
  return `${figure(value)} ${value === 1 ? 'credit' : 'credits'}`;
}
