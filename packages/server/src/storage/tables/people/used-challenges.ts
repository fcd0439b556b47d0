/** Challenges that a passkey has answered: each counts once. Times are machine time. */
import { integer, table, text } from '@hostmaster/storage';

export const usedChallenges = table('used_challenges', {
  hash: text(),
  expiresAt: integer(),
});
