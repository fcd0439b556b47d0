/** The append-only record of who did what, written in the transaction of the change itself. */

import type { HostmasterReader, HostmasterTx } from '../storage/schema.ts';
import { query } from '../storage/schema.ts';
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
  await tx.run(insertActivity, {
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
    before: page.before ?? '~',
    limit: page.limit,
  });
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    actor: { kind: row.actor_kind, id: row.actor_id },
    action: row.action,
    subject: row.subject,
    details: JSON.parse(row.details) as Record<string, unknown>,
  }));
}
