/**
 * Devices: browsers from which a user has signed in. A browser keeps a random value in a cookie that
 * outlives its sessions; the database stores only the hash.
 */
import { hash } from 'node:crypto';
import { yearMs } from '@hostmaster/contract/durations';
import { findDevice } from '../storage/queries/people/devices.ts';
import { insertIfAbsent, type RowWrite, updateAll } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { devices } from '../storage/tables/people/devices.ts';

/** A device that is not used for this long is forgotten; its cookie lives as long. */
export const deviceLifeMs = yearMs;

/** True when the user has signed in from this device before. */
export async function isKnownDevice(
  reader: HostmasterReader,
  { userId, value }: { readonly userId: string; readonly value: string },
): Promise<boolean> {
  return (await reader.first(findDevice, { userId, hash: hashOf(value) })) !== undefined;
}

export function deviceUse(use: {
  readonly userId: string;
  readonly value: string;
  readonly now: number;
  readonly isKnown: boolean;
}): RowWrite {
  const device = { userId: use.userId, hash: hashOf(use.value) };
  const seen = { seenAt: use.now };
  return use.isKnown
    ? updateAll(devices, device, seen)
    : insertIfAbsent(devices, { ...device, ...seen });
}

function hashOf(value: string): string {
  return hash('sha256', value, 'hex');
}
