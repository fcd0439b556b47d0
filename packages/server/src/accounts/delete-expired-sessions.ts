/** Deletes expired sessions, expired links and devices that are no longer used. */
import { deleteOldTokens } from '../storage/queries/link-tokens.ts';
import { deleteOldSessions } from '../storage/queries/sessions.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import { deleteUnusedDevices } from './devices.ts';
import { idleSince } from './sessions.ts';

export async function deleteExpiredSessions(tx: HostmasterTx, now: number): Promise<void> {
  await tx.run(deleteOldSessions, { now, seenBefore: idleSince(now) });
  await tx.run(deleteOldTokens, { now });
  await deleteUnusedDevices(tx, now);
}
