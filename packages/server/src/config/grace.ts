/** How long a name waits after its expiry, by suffix. */
import { ConfigError, duration } from '../base/setting-values.ts';
import { settings } from '../settings.ts';

export interface GraceConfig {
  readonly defaultMs: number;
  readonly msBySuffix: ReadonlyMap<string, number>;
}

/** `30d,uk=90d,co.uk=60d`: one duration for all, others by suffix. */
export function grace(text: string): GraceConfig {
  const msBySuffix = new Map<string, number>();
  let defaultMs = duration('HOSTMASTER_GRACE', settings.HOSTMASTER_GRACE.default);
  for (const part of text.split(',')) {
    const [first = '', second, ...rest] = part.split('=').map((piece) => piece.trim());
    if (second === undefined) {
      defaultMs = duration('HOSTMASTER_GRACE', first);
      continue;
    }
    if (rest.length > 0 || !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(first)) {
      throw new ConfigError(`HOSTMASTER_GRACE must be such as 30d,uk=90d, not "${text}".`);
    }
    msBySuffix.set(first.toLowerCase(), duration('HOSTMASTER_GRACE', second));
  }
  return { defaultMs, msBySuffix };
}
