/** A new password ends every session, link and pending e-mail change of the user. */
import type { HostmasterTx } from '../storage/schema.ts';
import { deleteTokensOf } from './link-tokens.ts';
import { endOtherSessions } from './sessions.ts';
import { setPendingEmail } from './users.ts';

export async function resetSessions(tx: HostmasterTx, userId: string): Promise<void> {
  await tx.run(endOtherSessions, { userId, keptId: '' });
  await tx.run(deleteTokensOf, { userId });
  await tx.run(setPendingEmail, { id: userId, email: null });
}
