/** Reads the values of settings: numbers, words, rates and durations. A bad one is named in one line. */
import { dayMs, parseDurationMs } from '@hostmaster/contract/durations';

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const eventRetentionMsMin = 7 * dayMs;
const retentionMsMin = 90 * dayMs;

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export function integer(name: string, text: string, range: { min: number; max: number }): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  throw new ConfigError(
    `${name} must be a whole number from ${range.min} to ${range.max}, not "${text}".`,
  );
}

export function oneOf<const T extends string>(
  name: string,
  text: string,
  allowed: readonly T[],
): T {
  const found = allowed.find((value) => value === text);
  if (found !== undefined) return found;
  const last = allowed.at(-1);
  const choice = allowed.length === 1 ? last : `${allowed.slice(0, -1).join(', ')} or ${last}`;
  throw new ConfigError(`${name} must be ${choice}, not "${text}".`);
}

/** `100:200`, requests per second and burst, or `off`. */
export function rate(name: string, text: string): Rate | null {
  if (text === 'off') return null;
  const [, perSecond, burst] = /^([1-9]\d{0,5}):([1-9]\d{0,5})$/.exec(text) ?? [];
  if (perSecond !== undefined && burst !== undefined) {
    return { perSecond: Number(perSecond), burst: Number(burst) };
  }
  throw new ConfigError(
    `${name} must be requests per second and a burst such as 100:200, or off, not "${text}".`,
  );
}

export function duration(name: string, text: string): number {
  const ms = parseDurationMs(text);
  if (ms !== null) return ms;
  throw new ConfigError(`${name} must be a duration such as 200ms, 30s, 2h or 30d, not "${text}".`);
}

/** Webhooks are tried again for days, so events must be kept as long at least. */
export function eventRetention(name: string, text: string): number {
  const ms = parseDurationMs(text);
  if (ms !== null && ms >= eventRetentionMsMin) return ms;
  throw new ConfigError(`${name} must be a duration of 7d or more, such as 90d, not "${text}".`);
}

/** Notices are sent once because their rows exist, so rows must outlive the dates they are about. */
export function retention(name: string, text: string): number {
  const ms = parseDurationMs(text);
  if (ms !== null && ms >= retentionMsMin) return ms;
  throw new ConfigError(`${name} must be a duration of 90d or more, such as 1y, not "${text}".`);
}
