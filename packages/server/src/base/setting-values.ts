/** Reads the values of settings: numbers, words, rates, durations and paths. */
import { resolve } from 'node:path';
import { parseDurationMs } from '@hostmaster/contract/durations';
import type { Parse } from './setting.ts';

/** One line that names the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Null when the setting is empty. */
export function optional<Value>(parse: Parse<Value>): Parse<Value | null> {
  return (text, name) => (text === '' ? null : parse(text, name));
}

export function integer({ min, max }: { min: number; max: number }): Parse<number> {
  return (text, name) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  };
}

const lineLengthMax = 200;

export function oneLine(text: string, name: string): string {
  if (text.length <= lineLengthMax && !/\p{Cc}/u.test(text)) return text;
  throw new ConfigError(`${name} must be one line of up to ${lineLengthMax} characters.`);
}

export function oneOf<const Word extends string>(...allowed: readonly Word[]): Parse<Word> {
  return (text, name) => {
    const found = allowed.find((word) => word === text);
    if (found !== undefined) return found;
    const choice = `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`;
    throw new ConfigError(`${name} must be ${choice}, not "${text}".`);
  };
}

/** One of two words; true for the first. */
export function flag(on: string, off: string): Parse<boolean> {
  const word = oneOf(on, off);
  return (text, name) => word(text, name) === on;
}

/** `100:200`, requests per second and burst; null for `off`, no limit. */
export function rate(text: string, name: string): Rate | null {
  if (text === 'off') return null;
  const [, perSecond, burst] = /^([1-9]\d{0,5}):([1-9]\d{0,5})$/.exec(text) ?? [];
  if (perSecond !== undefined && burst !== undefined) {
    return { perSecond: Number(perSecond), burst: Number(burst) };
  }
  throw new ConfigError(
    `${name} must be requests per second and a burst such as 100:200, or off, not "${text}".`,
  );
}

/** The begin of a day such as `2027-01-31`, UTC, in milliseconds. */
export function day(text: string, name: string): number {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new ConfigError(`${name} must be a date such as 2027-01-31, not "${text}".`);
}

/** In milliseconds. */
export function duration(text: string, name: string): number {
  const ms = parseDurationMs(text);
  if (ms !== null) return ms;
  throw new ConfigError(`${name} must be a duration such as 200ms, 30s, 2h or 30d, not "${text}".`);
}

/** A duration of `min` or more, in milliseconds. */
export function durationFrom(min: string, example: string): Parse<number> {
  return (text, name) => {
    const ms = parseDurationMs(text);
    if (ms !== null && ms >= duration(min, name)) return ms;
    throw new ConfigError(
      `${name} must be a duration of ${min} or more, such as ${example}, not "${text}".`,
    );
  };
}

/** A file or directory; whether it can be used is seen when it is opened. */
export function path(text: string): string {
  return resolve(text);
}
