/** Renewals that begin with a restore of the deleted domain. */
import { text } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

export const restores = table('restores', {
  termId: text(),
  domainId: text(),
});

export type Restore = EntityOf<typeof restores>;
