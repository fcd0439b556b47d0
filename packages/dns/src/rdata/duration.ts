/** Times in zone files: seconds, or units as BIND and others write them (`1w2d3h4m5s`). */
import { GrammarError } from '../errors.ts';
import { shorten } from '../words.ts';

const unitSeconds: Readonly<Record<string, number>> = {
  w: 604_800,
  d: 86_400,
  h: 3600,
  m: 60,
  s: 1,
};
/** RFC 2181, section 8. */
const ttlSecondsMax = 0x7fff_ffff;

/** SOA timers are plain 32-bit numbers. */
const timerSecondsMax = 0xffff_ffff;

export function readTimer(word: string, what: string): number {
  const seconds = parseDuration(word);
  if (seconds !== null) return seconds;
  throw new GrammarError(
    `${what} "${shorten(word)}" is not a time such as 3600 or 1h30m, at most ${timerSecondsMax} seconds`,
  );
}

export function readTtl(word: string): number {
  const seconds = parseDuration(word);
  if (seconds !== null && seconds <= ttlSecondsMax) return seconds;
  throw new GrammarError(
    `the TTL "${shorten(word)}" is not a time such as 3600 or 1h30m, at most ${ttlSecondsMax} seconds`,
  );
}

/** Null when the word is not a duration: the zone file reader distinguishes a TTL from a type by it. */
export function parseDuration(word: string): number | null {
  if (word.length > 64 || !/^([0-9]+|([0-9]+[wdhms])+)$/i.test(word)) return null;
  let seconds = 0;
  for (const [, count, unit] of word.toLowerCase().matchAll(/([0-9]+)([wdhms]?)/g)) {
    seconds += Number(count) * (unitSeconds[unit ?? ''] ?? 1);
  }
  return seconds <= timerSecondsMax ? seconds : null;
}
