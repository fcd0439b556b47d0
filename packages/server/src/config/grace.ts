/** How long a name waits after its expiry, by suffix. */
import { ConfigError, duration } from '../base/setting-values.ts';

export interface GraceConfig {
  readonly defaultMs: number;
  readonly msBySuffix: ReadonlyMap<string, number>;
}

/** For all suffixes that the setting does not name. */
export const usualGrace = '30d';

/** `30d,uk=90d,co.uk=60d`: one duration for all, others by suffix. */
export function grace(text: string, name: string): GraceConfig {
  const msBySuffix = new Map<string, number>();
  let defaultMs = duration(usualGrace, name);
  for (const part of text.split(',')) {
    const [first = '', second, ...rest] = part.split('=').map((piece) => piece.trim());
    if (second === undefined) {
      defaultMs = duration(first, name);
      continue;
    }
    if (rest.length > 0 || !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(first)) {
      throw new ConfigError(`${name} must be such as 30d,uk=90d, not "${text}".`);
    }
    msBySuffix.set(first.toLowerCase(), duration(second, name));
  }
  return { defaultMs, msBySuffix };
}
