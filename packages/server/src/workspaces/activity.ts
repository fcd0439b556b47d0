/** The append-only record of who did what, written in the transaction of the change itself. */
import { isoTime } from '../base/iso-time.ts';
import { eventOfActivity } from '../events/event-of-activity.ts';
import { eventWrites, recordEvent } from '../events/record-event.ts';
import type { Writes } from '../storage/change.ts';
import {
  appendActivity,
  findActivity,
  findScanned,
  listActivity,
  listActivityOf,
  listActivityWithoutMail,
} from '../storage/queries/activity.ts';
import { insert } from '../storage/row-write.ts';
import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import { type Activity, type ActorKind, activity } from '../storage/tables/activity.ts';
import type { Actor } from './actor.ts';

export interface ActivityEntry {
  /** The operation's own id: finding it later proves that the operation was committed. */
  readonly id: string;
  readonly at: number;
  readonly actor: Actor;
  readonly action: string;
  readonly subject: string;
  readonly details?: Activity['details'];
}

/** Written together with the commit, as is the event that follows from the entry, if one does. */
export async function recordActivity(tx: HostmasterTx, entry: ActivityEntry): Promise<void> {
  const event = eventOfActivity(entry);
  if (event !== null) recordEvent(tx, entry, event);
  tx.atCommit(appendActivity, {
    id: entry.id,
    workspaceId: entry.actor.workspaceId,
    at: entry.at,
    actorKind: entry.actor.kind,
    actorId: entry.actor.id,
    action: entry.action,
    subject: entry.subject,
    details: entry.details ?? {},
  });
}

/** As recordActivity, for a change. */
export function activityWrites(entry: ActivityEntry): Writes {
  const { actor } = entry;
  const row = insert(activity, {
    id: entry.id,
    workspaceId: actor.workspaceId,
    at: entry.at,
    actorKind: actor.kind,
    actorId: actor.id,
    action: entry.action,
    subject: entry.subject,
    details: entry.details ?? {},
  });
  const event = eventOfActivity(entry);
  return event === null ? { rows: [row] } : { ...eventWrites(entry, event), rows: [row] };
}

export async function isRecorded(reader: HostmasterReader, id: string): Promise<boolean> {
  return (await reader.first(findActivity, { id })) !== undefined;
}

export interface ActivityView {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly kind: ActorKind; readonly id: string };
  readonly action: string;
  readonly subject: string;
  readonly details: Activity['details'];
}

/** Newest first, in pages by id. */
export async function readActivity(
  reader: HostmasterReader,
  page: {
    readonly workspaceId: string;
    readonly before?: string;
    readonly limit: number;
    readonly isMailHidden?: boolean;
  },
): Promise<ActivityView[]> {
  const entries = await reader.all(
    page.isMailHidden === true ? listActivityWithoutMail : listActivity,
    {
      workspaceId: page.workspaceId,
      before: page.before ?? newest,
      limit: page.limit,
    },
  );
  return entries.map(view);
}

/**
 * About one subject. An index for this would slow down every change, so a page scans a bounded number
 * of entries; `next` continues after them, even when none matched.
 */
export async function readActivityOf(
  reader: HostmasterReader,
  page: {
    readonly workspaceId: string;
    readonly subject: string;
    readonly before?: string;
    readonly limit: number;
  },
): Promise<{ entries: ActivityView[]; next: string | null }> {
  const { workspaceId, subject, limit } = page;
  const window = { workspaceId, before: page.before ?? newest };
  const scan = { ...window, subject, limit, scanned: scannedPerPage };
  const entries = (await reader.all(listActivityOf, scan)).map(view);
  if (entries.length === limit) return { entries, next: entries.at(-1)?.id ?? null };
  const last = await reader.first(findScanned, { ...window, scanned: scannedPerPage - 1 });
  return { entries, next: last?.id ?? null };
}

const scannedPerPage = 5_000;
/** Sorts behind every id. */
const newest = '~';

function view(entry: Activity): ActivityView {
  const { id, action, subject, details } = entry;
  const actor = { kind: entry.actorKind, id: entry.actorId };
  return { id, at: isoTime(entry.at), actor, action, subject, details };
}
