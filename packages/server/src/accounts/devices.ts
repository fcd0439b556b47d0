/**
 * Devices: browsers from which a user has signed in. A browser keeps a random value in a cookie that
 * outlives its sessions; the database stores only the hash.
 */
import { hash } from 'node:crypto';
import { yearMs } from '@hostmaster/contract/durations';
import { deleteOldDevices, insertDevice, touchDevice } from '../storage/queries/devices.ts';
import type { HostmasterTx } from '../storage/schema.ts';

/** A device that is not used for this long is forgotten; its cookie lives as long. */
export const deviceLifeMs = yearMs;

/** True when the user has signed in from this device before. */
export async function noteDevice(
  tx: HostmasterTx,
  use: { readonly userId: string; readonly value: string; readonly now: number },
): Promise<boolean> {
  const device = { userId: use.userId, hash: hash('sha256', use.value, 'hex'), seenAt: use.now };
  if ((await tx.run(touchDevice, device)) > 0) return true;
  await tx.run(insertDevice, device);
  return false;
}

export async function deleteUnusedDevices(tx: HostmasterTx, now: number): Promise<void> {
  await tx.run(deleteOldDevices, { seenBefore: now - deviceLifeMs });
}
