/**
 * What happened, as a row of the activity and an event where customers see one. The events of a commit
 * take their numbers at once, one counter update per workspace. The counters are locked in the order of
 * their workspaces, and only the hash chains are locked after them.
 */
import { newSalt } from '../base/hash-chain.ts';
import { newId, timeOfId } from '../base/ids.ts';
import { eventBytes } from '../base/limits.ts';
import { activityDigest, contentDigest } from '../facts/activity-digest.ts';
import { activityRow, eventRow, type FactEntry } from '../facts/fact.ts';
import { LateSlot, type LateWrite } from '../storage/late-slot.ts';
import type { NewEvent } from '../storage/queries/events/events.ts';
import { insert } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { type Activity, activity } from '../storage/tables/events/activity.ts';
import type { Writes } from '../storage/work.ts';
import { chainSlot } from './chain-slot.ts';

export function factWrites(entry: FactEntry): Writes {
  const row = activityRow(entry);
  const rows = [insert(activity, row)];
  const link = activityLink(row);
  const event = eventRow(entry);
  if (event === null) return { rows, late: [link] };
  const { workspaceId } = event;
  return {
    rows,
    late: [eventSlot.entry({ ...event, idBase: newId('evt') }), link],
    events: [{ kind: 'events-added', workspaceId }],
  };
}

function activityLink(row: Activity): LateWrite {
  const salt = newSalt();
  const { id: entryId, workspaceId, subject } = row;
  const content = contentDigest(salt, {
    subject,
    details: JSON.stringify(row.details),
    origin: row.origin === null ? null : JSON.stringify(row.origin),
  });
  const digest = activityDigest(row, content);
  return chainSlot.entry({ workspaceId, kind: 'activity', entryId, salt, digest });
}

export const eventSlot = new LateSlot<NewEvent>(4, (events) =>
  [...Map.groupBy(events, ({ workspaceId }) => workspaceId)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([workspaceId, added]) => [
      statement('raiseCounter', {
        workspaceId,
        count: added.length,
        bytes: added.reduce((sum, event) => sum + eventBytes(dataBytes(event)), 0),
        writtenAt: timeOfId(added[0]?.idBase ?? ''),
      }),
      statement('insertEvents', {
        // The number of a row tells how many events of the same commit come after it.
        rows: added.map((event, index) => ({ ...event, seq: added.length - 1 - index })),
      }),
    ]),
);

function dataBytes({ data }: NewEvent): number {
  return Buffer.byteLength(JSON.stringify(data));
}
