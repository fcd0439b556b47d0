/** Recovery codes that were not used yet. */
import { type EntityOf, table, text } from '@hostmaster/storage';

export const recoveryCodes = table('recovery_codes', {
  userId: text(),
  hash: text(),
});

export type RecoveryCode = EntityOf<typeof recoveryCodes>;
