/** Renewals that begin with a restore of the deleted domain. */
import { table, text } from '@hostmaster/storage';

export const restores = table('restores', {
  termId: text(),
  domainId: text(),
});
