/** Deletes expired sessions, links, invitations, approved logins and challenges, devices that are no longer used, and budgets of mail that are full. */
import { persistChange } from '../changes/persist.ts';
import { fullAfterMs } from '../mail/mail-budget.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import { deviceLifeMs } from './devices.ts';

export function deleteExpiredSessions(
  database: HostmasterDatabase,
  { now, idleMs }: { readonly now: number; readonly idleMs: number },
): Promise<void> {
  return persistChange(database, {
    rows: [
      statement('deleteOldSessions', { now, seenBefore: now - idleMs }),
      statement('deleteOldTokens', { now }),
      statement('deleteOldInvitations', { now }),
      statement('deleteOldLogins', { now }),
      statement('deleteOldChallenges', { now }),
      statement('deleteOldDevices', { seenBefore: now - deviceLifeMs }),
      statement('deleteOldBudgets', { freeBefore: now - fullAfterMs }),
    ],
  });
}
