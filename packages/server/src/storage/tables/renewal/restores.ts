/** Renewals that begin with a restore of the deleted domain. */
import { text } from '../../column.ts';
import { table } from '../../table.ts';

export const restores = table('restores', {
  termId: text(),
  domainId: text(),
});
