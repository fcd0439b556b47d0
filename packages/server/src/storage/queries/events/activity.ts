/** The append-only record of who did what, in the order of its ids. */
import { sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { activity } from '../../tables/events/activity.ts';

interface Window {
  readonly workspaceId: string;
  readonly before: string;
}

export const listActivity = query<Window & { limit: number }>({ page: 500 })((context) =>
  newestFirst(context).select(activity.select()).limit(context.p.limit),
).decodedBy(activity);

/** As listActivity, without the mails that were sent. */
export const listActivityWithoutMail = query<Window & { limit: number }>({ page: 500 })((context) =>
  newestFirst(context)
    .select(activity.select())
    .where('action', 'not like', 'mail.%')
    .limit(context.p.limit),
).decodedBy(activity);

/** Newest first; only the entries about one subject among the next ones of the workspace. */
export const listActivityOf = query<Window & { subject: string; scanned: number; limit: number }>({
  page: 500,
})((context) =>
  context.db
    .selectFrom(newestFirst(context).select(activity.select()).limit(context.p.scanned).as('next'))
    .selectAll()
    .where('subject', '=', context.p.subject)
    .orderBy('id', 'desc')
    .limit(context.p.limit),
).decodedBy(activity);

/** The entry at this offset, if there are that many. */
export const findScanned = query<Window & { scanned: number }>('one')((context) =>
  newestFirst(context).select('id').limit(1).offset(context.p.scanned),
);

/** Why the registration or the latest renewal of a domain failed. */
export const findFailure = query<{ workspaceId: string; subject: string }>('one')(({ db, p }) =>
  db
    .selectFrom('activity')
    .select(activity.select('details'))
    .where('workspace_id', '=', p.workspaceId)
    .where('subject', '=', p.subject)
    // A literal: the partial index is used only when its own condition appears in the query.
    .where(
      sql<boolean>`action in ('domain.registration_failed', 'domain.renewal_failed', 'domain.auto_renewal_failed')`,
    )
    .orderBy('id', 'desc')
    .limit(1),
).decodedBy(activity);

function newestFirst({ db, p }: Pick<QueryContext<Window>, 'db' | 'p'>) {
  return db
    .selectFrom('activity')
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '<', p.before)
    .orderBy('id', 'desc');
}
