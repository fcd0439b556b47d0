/** What happened, as a row of the activity with its link, and an event where customers see one. */
import { newSalt } from '../base/hash-chain.ts';
import { newId } from '../base/ids.ts';
import { activityDigest, contentDigest } from '../facts/activity-digest.ts';
import { activityRow, eventRow, type FactEntry } from '../facts/fact.ts';
import type { LateWrite } from '../storage/late-slot.ts';
import { insert } from '../storage/row-write.ts';
import { type Activity, activity } from '../storage/tables/events/activity.ts';
import type { Writes } from '../storage/work.ts';
import { appendEvent, appendLink } from './stream-slot.ts';

export function factWrites(entry: FactEntry): Writes {
  const row = activityRow(entry);
  const rows = [insert(activity, row)];
  const link = activityLink(row);
  const event = eventRow(entry);
  if (event === null) return { rows, late: [link] };
  const { workspaceId } = event;
  return {
    rows,
    late: [appendEvent({ ...event, idBase: newId('evt') }), link],
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
  return appendLink({ workspaceId, kind: 'activity', entryId, salt, digest });
}
