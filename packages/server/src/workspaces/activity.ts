/** The append-only record of who did what, written in the transaction of the change itself. */
import { sql } from 'kysely';
import { isoTime } from '../base/iso-time.ts';
import { type Command, command } from '../storage/query.ts';
import {
  type ActivityRow,
  type HostmasterReader,
  type HostmasterTx,
  query,
  type Schema,
} from '../storage/schema.ts';
import type { Actor } from './actor.ts';

const insertActivity = query<{
  id: string;
  workspaceId: string;
  at: number;
  actorKind: string;
  actorId: string;
  action: string;
  subject: string;
  details: string;
}>()(({ db, p }) =>
  db.insertInto('activity').values({
    id: p.id,
    workspace_id: p.workspaceId,
    at: p.at,
    actor_kind: p.actorKind,
    actor_id: p.actorId,
    action: p.action,
    subject: p.subject,
    details: p.details,
  }),
);

const findActivity = query<{ id: string }>()(({ db, p }) =>
  db.selectFrom('activity').select('id').where('id', '=', p.id),
);

const listActivity = query<{ workspaceId: string; before: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('activity')
    .selectAll()
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** Newest first; only the entries about one subject among the next ones of the workspace. */
const listActivityOf = query<{
  workspaceId: string;
  subject: string;
  before: string;
  scanned: number;
  limit: number;
}>()(({ db, p }) =>
  db
    .selectFrom(
      db
        .selectFrom('activity')
        .selectAll()
        .where('workspace_id', '=', p.workspaceId)
        .where('id', '<', p.before)
        .orderBy('id', 'desc')
        .limit(p.scanned)
        .as('next'),
    )
    .selectAll()
    .where('subject', '=', p.subject)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

const findScanned = query<{ workspaceId: string; before: string; scanned: number }>()(({ db, p }) =>
  db
    .selectFrom('activity')
    .select('id')
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(p.scanned),
);

/** Why the registration or the latest renewal of a domain failed. */
export const findFailure = query<{ workspaceId: string; subject: string }>()(({ db, p }) =>
  db
    .selectFrom('activity')
    .select('details')
    .where('workspace_id', '=', p.workspaceId)
    .where('subject', '=', p.subject)
    // A literal: the partial index is used only when its own condition appears in the query.
    .where(
      sql<boolean>`action in ('domain.registration_failed', 'domain.renewal_failed', 'domain.auto_renewal_failed')`,
    )
    .orderBy('id', 'desc')
    .limit(1),
);

export interface ActivityEntry {
  /** The operation's own id: finding it later proves that the operation was committed. */
  readonly id: string;
  readonly at: number;
  readonly actor: Actor;
  readonly action: string;
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export async function recordActivity(tx: HostmasterTx, entry: ActivityEntry): Promise<void> {
  await tx.batch([activityCommand(entry)]);
}

/** For a batch. */
export function activityCommand(entry: ActivityEntry): Command<Schema> {
  return command(insertActivity, {
    id: entry.id,
    workspaceId: entry.actor.workspaceId,
    at: entry.at,
    actorKind: entry.actor.kind,
    actorId: entry.actor.id,
    action: entry.action,
    subject: entry.subject,
    details: JSON.stringify(entry.details ?? {}),
  });
}

export async function isRecorded(reader: HostmasterReader, id: string): Promise<boolean> {
  return (await reader.first(findActivity, { id })) !== undefined;
}

export interface ActivityView {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly action: string;
  readonly subject: string;
  readonly details: Record<string, unknown>;
}

/** Newest first, in pages by id. */
export async function readActivity(
  reader: HostmasterReader,
  page: { readonly workspaceId: string; readonly before?: string; readonly limit: number },
): Promise<ActivityView[]> {
  const rows = await reader.all(listActivity, {
    workspaceId: page.workspaceId,
    before: page.before ?? newest,
    limit: page.limit,
  });
  return rows.map(view);
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

function view(row: ActivityRow): ActivityView {
  return {
    id: row.id,
    at: isoTime(row.at),
    actor: { kind: row.actor_kind, id: row.actor_id },
    action: row.action,
    subject: row.subject,
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}
