/** Reads the append-only record of who did what. */

import { isoTime } from '../base/iso-time.ts';
import { isLastPage } from '../base/sized-page.ts';
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

export interface ActivityPage {
  readonly entries: ActivityView[];
  /** The entry that the next page starts after; null when none follows. */
  readonly next: string | null;
}

/** A page ends with the entry that reaches this size. It holds 500 entries of the usual size. */
export const activityPageBytes = 256 * 1024;

interface WantedPage {
  readonly workspaceId: string;
  readonly before?: string;
  readonly limit: number;
  readonly isMailHidden?: boolean;
}

/** The newest entries, as far as they fit into one page. */
export async function readActivity(
  reader: HostmasterReader,
  page: WantedPage,
): Promise<ActivityView[]> {
  return (await readActivityPage(reader, page)).entries;
}

/** Newest first, in pages by id. */
export async function readActivityPage(
  reader: HostmasterReader,
  page: WantedPage,
): Promise<ActivityPage> {
  const { workspaceId, before = newest, limit } = page;
  const size = { limit, bytes: activityPageBytes };
  const entries = await reader.all(
    page.isMailHidden === true ? listActivityWithoutMail : listActivity,
    { workspaceId, before, ...size },
  );
  const next = isLastPage(entries, size) ? null : (entries.at(-1)?.id ?? null);
  return { entries: entries.map(view), next };
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
): Promise<ActivityPage> {
  const { workspaceId, subject, limit } = page;
  const window = { workspaceId, before: page.before ?? newest };
  const size = { limit, bytes: activityPageBytes };
  const scan = { ...window, ...size, subject, scanned: scannedPerPage };
  const found = await reader.all(listActivityOf, scan);
  const entries = found.map(view);
  if (!isLastPage(found, size)) return { entries, next: entries.at(-1)?.id ?? null };
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
