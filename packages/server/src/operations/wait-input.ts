/** The `wait` parameter of requests that may be answered later. */
import { limits } from '@hostmaster/contract';
import { parseDurationMs } from '@hostmaster/contract/durations';
import { invalidRequest } from '../base/errors.ts';

/** Zero when it is absent. */
export function parseWait(text: string | undefined): number {
  if (text === undefined) return 0;
  const ms = parseDurationMs(text);
  if (ms !== null && ms <= limits.waitMsMax) return ms;
  throw invalidRequest({ path: 'wait', message: 'must be a duration of at most 30s, such as 30s' });
}
