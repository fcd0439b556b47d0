/** The last millisecond of the UTC day. */
import { dayMs } from '@hostmaster/contract/durations';

export function endOfDay(at: number): number {
  return (Math.floor(at / dayMs) + 1) * dayMs - 1;
}
