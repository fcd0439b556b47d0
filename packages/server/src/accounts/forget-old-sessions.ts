/** Deletes expired sessions and expired links. */
import type { HostmasterTx } from '../storage/schema.ts';
import { deleteOldTokens } from './link-tokens.ts';
import { deleteOldSessions, idleSince } from './sessions.ts';

export async function forgetOldSessions(tx: HostmasterTx, now: number): Promise<void> {
  await tx.run(deleteOldSessions, { now, seenBefore: idleSince(now) });
  await tx.run(deleteOldTokens, { now });
}
