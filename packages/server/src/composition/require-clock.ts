/**
 * Leases, limits and signatures are compared between processes by the clocks of their machines. A
 * process whose clock is far from that of the database would take over jobs that others still run.
 */
import { minuteMs } from '@hostmaster/contract/durations';
import type { MachineClock } from '../base/clock.ts';
import { readStoreTime } from '../storage/queries/settings/store-state.ts';
import type { HostmasterReader } from '../storage/schema.ts';

const skewMsMax = 5 * minuteMs;

export async function requireClock(reader: HostmasterReader, clock: MachineClock): Promise<void> {
  const skewMs = await readClockSkewMs(reader, clock);
  if (Math.abs(skewMs) <= skewMsMax) return;
  const minutes = Math.round(Math.abs(skewMs) / minuteMs);
  throw new Error(
    `The clock of this machine is ${minutes} minutes ${skewMs < 0 ? 'behind' : 'ahead of'} the one of the database. Synchronise both, for example with chrony, and start again.`,
  );
}

/** How far this clock is ahead of that of the store. */
export async function readClockSkewMs(
  reader: HostmasterReader,
  clock: MachineClock,
): Promise<number> {
  const before = clock.now();
  const storeTime = (await reader.first(readStoreTime, {}))?.nowMs ?? before;
  return Math.round((before + clock.now()) / 2 - storeTime);
}
