/** Lengths of time in milliseconds, and the text form in which settings and commands take them. */
export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** A year of 365 days, for durations; calendar years of a term are counted by date. */
export const yearMs = 365 * dayMs;

const unitsMs: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', secondMs],
  ['m', minuteMs],
  ['h', hourMs],
  ['d', dayMs],
  ['y', yearMs],
]);

/** Reads `200ms`, `30s`, `5m`, `2h`, `340d`, `1y`; null when the text is no duration. */
export function parseDurationMs(text: string): number | null {
  const [, digits, unit = ''] = /^(\d{1,9})([a-z]+)$/.exec(text.trim()) ?? [];
  const unitMs = unitsMs.get(unit);
  return unitMs === undefined ? null : Number(digits) * unitMs;
}

/** Calendar years in UTC. The last day of February stays in February: Feb 29 plus one year is Feb 28. */
export function addYears(at: number, years: number): number {
  const date = new Date(at);
  const month = date.getUTCMonth();
  date.setUTCFullYear(date.getUTCFullYear() + years);
  if (date.getUTCMonth() !== month) date.setUTCDate(0);
  return date.getTime();
}
