/** Activity entries with the actor's name and a text. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { activityText } from '../facts/fact.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { type ActivityView, readActivityOf, readActivityPage } from '../workspaces/activity.ts';
import { actorLabels } from './actor-labels.ts';

export type ShownEntry = DashboardOutput<'listActivity'>['entries'][number];

export interface ActivityFilter {
  readonly workspaceId: string;
  /** Only about this domain; null for everything. */
  readonly subject: string | null;
  readonly isMailHidden: boolean;
}

/** Newest first. `next` continues; a page about one domain may be empty before the last. */
export async function readShownActivity(
  reader: HostmasterReader,
  page: ActivityFilter & { readonly before?: string; readonly limit: number },
): Promise<{ entries: ShownEntry[]; next: string | null }> {
  const { subject, ...window } = page;
  const { entries, next } =
    subject === null
      ? await readActivityPage(reader, window)
      : await readActivityOf(reader, { ...window, subject });
  return { entries: await shownEntries(reader, entries), next };
}

export async function shownEntries(
  reader: HostmasterReader,
  entries: readonly ActivityView[],
): Promise<ShownEntry[]> {
  const labelOf = await actorLabels(
    reader,
    entries.map(({ actor }) => actor),
  );
  return entries.map((entry) => {
    const { kind, id } = entry.actor;
    const actor = { kind, id, label: labelOf(entry.actor) };
    return { ...entry, actor, text: activityText(entry) };
  });
}
