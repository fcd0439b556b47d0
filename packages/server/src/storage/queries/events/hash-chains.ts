/** Hash chains: appended at commit, read by number, shortened at their start (docs/adr/0041). */
import { sql } from 'kysely';
import { chainStart } from '../../../base/hash-chain.ts';
import { query } from '../../schema.ts';
import { ledgerEntries } from '../../tables/credits/ledger-entries.ts';
import { activity } from '../../tables/events/activity.ts';
import { eventStreams } from '../../tables/events/event-streams.ts';
import { type HashChainLink, hashChainLinks } from '../../tables/events/hash-chain-links.ts';
import { entryCharactersMax } from './activity.ts';

type NewLinks = { count: number; rows: readonly HashChainLink[] };

/**
 * After raiseStreams. The number of a row tells how many links of the same chain and commit come after
 * it, and its hash is the digest of its entry. The links of a chain stand together: each hash follows
 * from the one before.
 */
export const insertLinks = query<NewLinks>()(({ db, p, dialect }) => {
  const given = sql`given.list -> (linked.position + 1)`;
  const isActivity = sql<boolean>`${given} ->> 'kind' = 'activity'`;
  const seq = sql<number>`case when ${isActivity} then activity_seq else ledger_seq end
    - cast(${given} ->> 'seq' as integer)`;
  const stored = sql<string>`(select hash from hash_chain_links as before
    where before.workspace_id = ${given} ->> 'workspaceId' and before.kind = ${given} ->> 'kind'
      and before.seq = ${seq} - 1)`;
  const anchor = sql<string>`case when ${isActivity} then activity_anchor else ${chainStart} end`;
  const previous = sql<string>`case
    when linked.workspace_id = ${given} ->> 'workspaceId' and linked.kind = ${given} ->> 'kind'
      then linked.hash
    else coalesce(${stored}, ${anchor}) end`;
  const statement = sql<never>`with recursive
    given (list) as materialized (select ${dialect.parsedJson(p.rows)}),
    linked (position, workspace_id, kind, seq, entry_id, salt, hash) as (
      select cast(-1 as integer), cast('' as text), cast('' as text), cast(0 as bigint),
        cast('' as text), cast('' as text), cast('' as text)
      union all
      select linked.position + 1, ${given} ->> 'workspaceId', ${given} ->> 'kind', ${seq},
        ${given} ->> 'entryId', ${given} ->> 'salt',
        ${dialect.sha256Hex(sql`(${previous}) || (${given} ->> 'hash')`)}
      from linked cross join given
        join event_streams on event_streams.workspace_id = ${given} ->> 'workspaceId'
      where linked.position < ${p.count} - 1
    )
    insert into hash_chain_links (workspace_id, kind, seq, entry_id, salt, erased, hash)
    select workspace_id, kind, seq, entry_id, salt, null, hash from linked where position >= 0`;
  return { compile: () => statement.compile(db) };
});

/** The entries of the activity up to a link, also those that are younger than others behind them. */
export const deleteActivityThrough = query<{ workspaceId: string; through: number }>()(
  ({ db, p }) =>
    db
      .deleteFrom('activity')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('hash_chain_links')
          .select('entry_id')
          .where('workspace_id', '=', p.workspaceId)
          .where('kind', '=', 'activity')
          .where('seq', '<=', p.through),
      ),
);

export const deleteActivityLinksThrough = query<{ workspaceId: string; through: number }>()(
  ({ db, p }) =>
    db
      .deleteFrom('hash_chain_links')
      .where('workspace_id', '=', p.workspaceId)
      .where('kind', '=', 'activity')
      .where('seq', '<=', p.through),
);

/** Only forward: another process may have deleted more. */
export const moveActivityAnchor = query<{
  workspaceId: string;
  through: number;
  anchor: string;
}>()(({ db, p }) =>
  db
    .updateTable('event_streams')
    .set({ activity_first_seq: sql<number>`${p.through} + 1`, activity_anchor: p.anchor })
    .where('workspace_id', '=', p.workspaceId)
    .where('activity_first_seq', '<=', p.through),
);

export const findChains = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('event_streams')
    .select(eventStreams.select('activitySeq', 'activityFirstSeq', 'activityAnchor', 'ledgerSeq'))
    .where('workspace_id', '=', p.workspaceId),
);

/** When the service began to write links. */
export const findChainStart = query<object>('one')(({ db }) =>
  db
    .selectFrom('event_streams')
    .select(({ fn }) => fn.min<number | null>('chained_at').as('chainedAt')),
);

interface LinkPage {
  readonly workspaceId: string;
  readonly after: number;
  readonly limit: number;
}

/** The links of the activity beside their entries; `details` is the stored text. */
export const listActivityLinks = query<LinkPage>({
  page: 200,
  bytes: 200 * entryCharactersMax,
})(({ db, p }) =>
  db
    .selectFrom('hash_chain_links')
    .leftJoin('activity', 'activity.id', 'hash_chain_links.entry_id')
    .select(hashChainLinks.select('seq', 'entryId', 'salt', 'erased', 'hash'))
    .select(activity.select())
    .where('hash_chain_links.workspace_id', '=', p.workspaceId)
    .where('hash_chain_links.kind', '=', 'activity')
    .where('hash_chain_links.seq', '>', p.after)
    .orderBy('hash_chain_links.seq')
    .limit(p.limit),
).by({ after: 0 }, ({ seq }) => ({ after: seq }));

/** An entry of the activity with its link, if it has one; `details` and `origin` are the stored texts. */
export const findActivityLink = query<{ workspaceId: string; id: string }>('one')(({ db, p }) =>
  db
    .selectFrom('activity')
    .leftJoin('hash_chain_links', 'hash_chain_links.entry_id', 'activity.id')
    .select(activity.select('subject', 'details', 'origin'))
    .select(hashChainLinks.select('seq', 'salt'))
    .where('activity.workspace_id', '=', p.workspaceId)
    .where('activity.id', '=', p.id),
);

/** The links of the ledger beside their entries. */
export const listLedgerLinks = query<LinkPage>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('hash_chain_links')
    .leftJoin('transfers', 'transfers.id', 'hash_chain_links.entry_id')
    .select(hashChainLinks.select('seq', 'entryId', 'hash'))
    .select(ledgerEntries.select())
    .where('hash_chain_links.workspace_id', '=', p.workspaceId)
    .where('hash_chain_links.kind', '=', 'ledger')
    .where('hash_chain_links.seq', '>', p.after)
    .orderBy('hash_chain_links.seq')
    .limit(p.limit),
).by({ after: 0 }, ({ seq }) => ({ after: seq }));

/** Entries of the activity with the number of their link, if they have one. */
export const listActivityWithLinks = query<{ workspaceId: string; after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('activity')
    .select('activity.id')
    .select((of) =>
      of
        .selectFrom('hash_chain_links as link')
        .select('link.seq')
        .whereRef('link.entry_id', '=', 'activity.id')
        .as('seq'),
    )
    .where('activity.workspace_id', '=', p.workspaceId)
    .where('activity.id', '>', p.after)
    .orderBy('activity.id')
    .limit(p.limit),
);

/** Entries of the ledger with the number of their link, if they have one. */
export const listLedgerWithLinks = query<{ after: string; limit: number }>({ page: 500 })(
  ({ db, p }) =>
    db
      .selectFrom('transfers')
      .select('transfers.id')
      .select((of) =>
        of
          .selectFrom('hash_chain_links as link')
          .select('link.seq')
          .whereRef('link.entry_id', '=', 'transfers.id')
          .as('seq'),
      )
      .where('transfers.id', '>', p.after)
      .orderBy('transfers.id')
      .limit(p.limit),
);
