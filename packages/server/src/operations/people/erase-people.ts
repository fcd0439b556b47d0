/**
 * Erases what entries of the activity say about people who deleted their account, page by page. A run that
 * was interrupted goes on with the page it had begun; what is erased already stays as it is.
 */
import { isLastPage } from '../../base/sized-page.ts';
import { persist, persistChange } from '../../changes/persist.ts';
import { findErasure, listActivityBetween } from '../../storage/queries/people/erasures.ts';
import { removeAll, updateAll } from '../../storage/row-write.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { type ErasedPerson, erasures } from '../../storage/tables/people/erasures.ts';
import { activityPageBytes } from '../../workspaces/activity.ts';
import { erasureOf } from '../events/erase-entry.ts';

const pageSize = { limit: 500, bytes: activityPageBytes };
/** A run, also the last one before the service stops, ends after this many; the next one goes on. */
const pagesPerRun = 50;

/** Returns how many entries were erased. */
export async function eraseDeletedPeople(database: HostmasterDatabase): Promise<number> {
  let erased = 0;
  for (let page = 0; page < pagesPerRun; page += 1) {
    const person = await database.first(findErasure, {});
    if (person === undefined) break;
    erased += await erasePage(database, person);
  }
  return erased;
}

async function erasePage(database: HostmasterDatabase, person: ErasedPerson): Promise<number> {
  const { userId, email, walkedTo, lastId } = person;
  const page = { after: walkedTo, until: lastId, ...pageSize };
  const entries = await database.all(listActivityBetween, page);
  let erased = 0;
  for (const { id: entryId, workspaceId, subject, details } of entries) {
    if (subject !== email && !JSON.stringify(details).includes(email)) continue;
    const answer = await persist(database, erasureOf({ workspaceId, entryId }));
    if (answer === 'erased') erased += 1;
  }
  const last = entries.at(-1);
  const isOver = last === undefined || isLastPage(entries, pageSize);
  await persistChange(database, {
    rows: [
      isOver
        ? removeAll(erasures, { userId })
        : updateAll(erasures, { userId, walkedTo }, { walkedTo: last.id }),
    ],
  });
  return erased;
}
