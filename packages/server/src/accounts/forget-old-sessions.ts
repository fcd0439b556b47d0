/** Sessions that ended by themselves, and links that nobody used, are deleted. */
import type { HostmasterTx } from '../storage/schema.ts';
import { deleteOldTokens } from './link-tokens.ts';
import { deleteOldSessions, idleSince } from './sessions.ts';

export async function forgetOldSessions(tx: HostmasterTx, now: number): Promise<void> {
  await tx.run(deleteOldSessions, { now, seenBefore: idleSince(now) });
  await tx.run(deleteOldTokens, { now });
}
