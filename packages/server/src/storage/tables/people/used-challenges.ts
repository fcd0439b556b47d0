/** Challenges that a passkey or an identity provider has answered: each counts once. Times are machine time. */
import { integer, table, text } from '@hostmaster/storage';

export const usedChallenges = table('used_challenges', {
  hash: text(),
  expiresAt: integer(),
});
