/** Reads the append-only record of who did what. */

import { isoTime } from '../base/iso-time.ts';
import {
  findScanned,
  listActivity,
  listActivityOf,
  listActivityWithoutMail,
} from '../storage/queries/events/activity.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { Activity, ActorKind } from '../storage/tables/events/activity.ts';

export interface ActivityView {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly kind: ActorKind; readonly id: string };
  readonly action: string;
  readonly subject: string;
  readonly details: Activity['details'];
  readonly origin: Activity['origin'];
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
  const { id, action, subject, details, origin } = entry;
  const actor = { kind: entry.actorKind, id: entry.actorId };
  return { id, at: isoTime(entry.at), actor, action, subject, details, origin };
}
