/** The append-only record of who did what, in the order of its ids. */
import { type AliasableExpression, sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { activity } from '../../tables/events/activity.ts';

interface Window {
  readonly workspaceId: string;
  readonly before: string;
}

interface EntryPage extends Window {
  readonly limit: number;
  /** A page ends with the entry that reaches this size. */
  readonly bytes: number;
}

/** The characters of an entry: two records, whose values have at most 16,640, as JSON text. */
export const entryCharactersMax = 70_000;

const page = { page: 500, bytes: 500 * entryCharactersMax };

export const listActivity = query<EntryPage>(page)((context) =>
  entriesOf(context, sizes(context).limit(context.p.limit)),
).decodedBy(activity);

/** As listActivity, without the mails that were sent. */
export const listActivityWithoutMail = query<EntryPage>(page)((context) =>
  entriesOf(context, sizes(context).where('action', 'not like', 'mail.%').limit(context.p.limit)),
).decodedBy(activity);

/** Newest first; only the entries about one subject among the next ones of the workspace. */
export const listActivityOf = query<EntryPage & { subject: string; scanned: number }>(page)(
  (context) =>
    entriesOf(
      context,
      context.db
        .selectFrom(sizes(context).limit(context.p.scanned).as('next'))
        .select(['sizedId', 'sizedSubject', 'size'])
        .where('sizedSubject', '=', context.p.subject)
        .orderBy('sizedId', 'desc')
        .limit(context.p.limit),
    ),
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

/** Sizes are read without the details, which may be large: only those of the page are loaded. */
function sizes(context: Pick<QueryContext<Window>, 'db' | 'p'>) {
  return newestFirst(context)
    .select(['activity.id as sizedId', 'activity.subject as sizedSubject'])
    .select(entrySize().as('size'));
}

/** What an entry counts for in a page. */
export const entrySize = () => sql<number>`octet_length(activity.subject)
  + octet_length(activity.details) + coalesce(octet_length(activity.origin), 0) + 200`;

function entriesOf(
  { db, p }: QueryContext<EntryPage>,
  sized: AliasableExpression<{ sizedId: string; size: number }>,
) {
  const totals = db
    .selectFrom(sized.as('sizes'))
    .select(['sizedId', 'size'])
    .select(
      sql<number>`sum(size) over (order by "sizedId" desc rows unbounded preceding)`.as('total'),
    );
  return db
    .selectFrom(totals.as('totals'))
    .innerJoin('activity', 'activity.id', 'totals.sizedId')
    .select(activity.select())
    .select('totals.size')
    .where(sql<boolean>`totals.total - totals.size < ${p.bytes}`)
    .orderBy('activity.id', 'desc');
}

function newestFirst({ db, p }: Pick<QueryContext<Window>, 'db' | 'p'>) {
  return db
    .selectFrom('activity')
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '<', p.before)
    .orderBy('id', 'desc');
}
