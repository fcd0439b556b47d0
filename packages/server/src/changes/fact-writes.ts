/**
 * What happened, as a row of the activity and an event where customers see one. The events of a commit
 * take their numbers at once, one counter update per workspace. The counters are locked in the order of
 * their workspaces, and nothing is locked after them.
 */
import { newId, timeOfId } from '../base/ids.ts';
import { eventBytes } from '../base/limits.ts';
import { activityRow, eventRow, type FactEntry } from '../facts/fact.ts';
import { LateSlot } from '../storage/late-slot.ts';
import type { NewEvent } from '../storage/queries/events/events.ts';
import { insert } from '../storage/row-write.ts';
import { statement } from '../storage/statements.ts';
import { activity } from '../storage/tables/events/activity.ts';
import type { Writes } from '../storage/work.ts';

export function factWrites(entry: FactEntry): Writes {
  const rows = [insert(activity, activityRow(entry))];
  const event = eventRow(entry);
  if (event === null) return { rows };
  const { workspaceId } = event;
  return {
    rows,
    late: [eventSlot.entry({ ...event, idBase: newId('evt') })],
    events: [{ kind: 'events-added', workspaceId }],
  };
}

export const eventSlot = new LateSlot<NewEvent>(3, (events) =>
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
