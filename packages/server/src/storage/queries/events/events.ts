/** The events of workspaces: appended at commit, read by number, deleted by age. */

import { insertRows } from '@hostmaster/storage';
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { type EventStream, eventStreams } from '../../tables/events/event-streams.ts';
import { events, type StoredEvent } from '../../tables/events/events.ts';

export type NewEvent = Omit<StoredEvent, 'seq'>;

/** The numbers of the rows tell by how much theirs rise. Locks them, in their order, until the commit. */
export const raiseStreams = query<{ rows: readonly EventStream[] }>()((context) =>
  insertRows(context, eventStreams, {
    onConflict: sql`(workspace_id) do update set
      last_seq = event_streams.last_seq + excluded.last_seq,
      oldest_at = coalesce(event_streams.oldest_at, excluded.oldest_at),
      bytes = event_streams.bytes + excluded.bytes,
      chained_at = coalesce(event_streams.chained_at, excluded.chained_at),
      activity_seq = event_streams.activity_seq + excluded.activity_seq,
      ledger_seq = event_streams.ledger_seq + excluded.ledger_seq`,
  }),
);

/** After raiseStreams. The number of a row tells how many events of the same commit come after it. */
export const insertEvents = query<{ rows: readonly StoredEvent[] }>()((context) =>
  insertRows(context, events, {
    computed: {
      seq: sql`(select last_seq from event_streams where workspace_id = given.workspace_id) - given.seq`,
    },
  }),
);

export const findStream = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('event_streams')
    .select(eventStreams.select('lastSeq', 'firstSeq', 'bytes'))
    .where('workspace_id', '=', p.workspaceId),
);

interface EventPlace {
  readonly workspaceId: string;
  readonly after: number;
  readonly limit: number;
}

/** The characters of an event: names of 100 records, or the largest reason that a registry gives. */
const eventCharactersMax = 65_536;

/** The longest texts of an event without its data. */
const headCharactersMax = 512;

/** What an event counts for in a page; see `eventBytes`. */
const size = sql<number>`octet_length(events.data) + 200`;

/** A page ends with the event that reaches `bytes`. Sizes are read without the data. */
export const listEvents = query<EventPlace & { bytes: number }>({
  page: 1_000,
  bytes: 1_000 * eventCharactersMax,
})(({ db, p }) => {
  const sizes = db
    .selectFrom('events')
    .select('events.seq as sizedSeq')
    .select(size.as('size'))
    .where('events.workspace_id', '=', p.workspaceId)
    .where('events.seq', '>', p.after)
    .orderBy('events.seq')
    .limit(p.limit);
  const totals = db
    .selectFrom(sizes.as('sizes'))
    .select(['sizedSeq', 'size'])
    .select(sql<number>`sum(size) over (order by "sizedSeq" rows unbounded preceding)`.as('total'));
  return db
    .selectFrom(totals.as('totals'))
    .crossJoin('events')
    .select(events.select())
    .where('events.workspace_id', '=', p.workspaceId)
    .whereRef('events.seq', '=', 'totals.sizedSeq')
    .where(sql<boolean>`totals.total - totals.size < ${p.bytes}`)
    .orderBy('totals.sizedSeq');
}).decodedBy(events);

/** As listEvents, without the data. */
export const listEventHeads = query<EventPlace>({
  page: 1_000,
  bytes: 1_000 * headCharactersMax,
})(({ db, p }) =>
  db
    .selectFrom('events')
    .select(events.select('seq', 'idBase', 'type', 'domain'))
    .select(size.as('size'))
    .where('workspace_id', '=', p.workspaceId)
    .where('seq', '>', p.after)
    .orderBy('seq')
    .limit(p.limit),
);

/** Those about some domains, after an event and up to another one. */
export const listEventsBetween = query<EventPlace & { upTo: number; domains: readonly string[] }>({
  page: 1_000,
  bytes: 1_000 * eventCharactersMax,
})(({ db, p, dialect }) =>
  db
    .selectFrom('events')
    .select(events.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('seq', '>', p.after)
    .where('seq', '<=', p.upTo)
    .where(dialect.inList(sql.ref('events.domain'), p.domains))
    .orderBy('seq')
    .limit(p.limit),
).decodedBy(events);

export const findEvent = query<{ workspaceId: string; seq: number }>('one')(({ db, p }) =>
  db
    .selectFrom('events')
    .select(events.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('seq', '=', p.seq),
).decodedBy(events);

/** The workspaces whose oldest event was written before this time. */
export const listAgedStreams = query<{ before: number; limit: number }>({ page: 100 })(
  ({ db, p }) =>
    db
      .selectFrom('event_streams')
      .select(eventStreams.select('workspaceId', 'firstSeq'))
      .where('oldest_at', 'is not', null)
      .where('oldest_at', '<', p.before)
      .orderBy('oldest_at')
      .limit(p.limit),
);

/** The workspace with the most events, if these have more bytes. */
export const findFullStream = query<{ bytes: number }>('one')(({ db, p }) =>
  db
    .selectFrom('event_streams')
    .select(eventStreams.select('workspaceId'))
    // A literal: the partial index is used only when its own condition appears in the query.
    .where(sql<boolean>`bytes > 16777216`)
    .where('bytes', '>', p.bytes)
    .orderBy('bytes', 'desc')
    .limit(1),
);

/** Ids of one process only rise, so the end of a range is found by its last id. */
export const listOldestIds = query<{ workspaceId: string; limit: number }>({ page: 501 })(
  ({ db, p }) =>
    db
      .selectFrom('events')
      .select(events.select('seq', 'idBase'))
      .select(sql<number>`octet_length(data)`.as('dataBytes'))
      .where('workspace_id', '=', p.workspaceId)
      .orderBy('seq')
      .limit(p.limit),
);

export const deleteEventsBefore = query<{ workspaceId: string; firstSeq: number }>()(({ db, p }) =>
  db.deleteFrom('events').where('workspace_id', '=', p.workspaceId).where('seq', '<', p.firstSeq),
);

/** Locks the counter: no event is added until the transaction ends. */
export const lockStream = query<{ workspaceId: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('event_streams')
    .select(eventStreams.select('lastSeq', 'firstSeq', 'bytes'))
    .where('workspace_id', '=', p.workspaceId)
    .modifyEnd(dialect.lockRows),
);
