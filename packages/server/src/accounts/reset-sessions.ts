/** A new password ends every session, link and pending e-mail change of the user. */
import { deleteTokensOf } from '../storage/queries/link-tokens.ts';
import { endOtherSessions } from '../storage/queries/sessions.ts';
import { setPendingEmail } from '../storage/queries/users.ts';
import { command } from '../storage/query.ts';
import type { HostmasterTx } from '../storage/schema.ts';

export async function resetSessions(tx: HostmasterTx, userId: string): Promise<void> {
  await tx.batch([
    command(endOtherSessions, { userId, keptId: '' }),
    command(deleteTokensOf, { userId }),
    command(setPendingEmail, { id: userId, pendingEmail: null }),
  ]);
}
