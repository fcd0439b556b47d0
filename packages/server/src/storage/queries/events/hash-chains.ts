/** Hash chains: appended at commit, read by number, shortened at their start (docs/adr/0041). */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { ledgerEntries } from '../../tables/credits/ledger-entries.ts';
import { activity } from '../../tables/events/activity.ts';
import { hashChainLinks } from '../../tables/events/hash-chain-links.ts';
import { type ChainKind, hashChains } from '../../tables/events/hash-chains.ts';

interface Chain {
  readonly workspaceId: string;
  readonly kind: ChainKind;
}

/** Locks the row of the chain until the commit. */
export const raiseChain = query<Chain & { count: number; beganAt: number; start: string }>()(
  ({ db, p }) =>
    db
      .insertInto('hash_chains')
      .values(
        hashChains.values({
          workspaceId: p.workspaceId,
          kind: p.kind,
          beganAt: p.beganAt,
          lastSeq: p.count,
          head: p.start,
          firstSeq: 1,
          anchor: p.start,
        }),
      )
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'kind']).doUpdateSet({
          last_seq: sql<number>`hash_chains.last_seq + excluded.last_seq`,
        }),
      ),
);

export type GivenLink = readonly [entryId: string, salt: string | null, digest: string];

/** After raiseChain: each hash follows from the one before, the first from the head. */
export const insertLinks = query<Chain & { count: number; links: readonly GivenLink[] }>()(
  ({ db, p, dialect }) => {
    const given = sql`${dialect.jsonList(p.links)} -> linked.position`;
    const statement = sql<never>`with recursive linked (position, entry_id, salt, hash) as (
        select cast(0 as integer), cast('' as text), cast('' as text), head
        from hash_chains where workspace_id = ${p.workspaceId} and kind = ${p.kind}
        union all
        select linked.position + 1, ${given} ->> 0, ${given} ->> 1,
          ${dialect.sha256Hex(sql`linked.hash || (${given} ->> 2)`)}
        from linked where linked.position < ${p.count}
      )
      insert into hash_chain_links (workspace_id, kind, seq, entry_id, salt, erased, hash)
      select chain.workspace_id, chain.kind, chain.last_seq - ${p.count} + linked.position,
        linked.entry_id, linked.salt, null, linked.hash
      from linked cross join hash_chains as chain
      where linked.position > 0 and chain.workspace_id = ${p.workspaceId} and chain.kind = ${p.kind}`;
    return { compile: () => statement.compile(db) };
  },
);

/** After insertLinks. */
export const setHead = query<Chain>()(({ db, p }) =>
  db
    .updateTable('hash_chains')
    .set({
      head: sql<string>`(select hash from hash_chain_links as link
        where link.workspace_id = hash_chains.workspace_id and link.kind = hash_chains.kind
          and link.seq = hash_chains.last_seq)`,
    })
    .where('workspace_id', '=', p.workspaceId)
    .where('kind', '=', p.kind),
);

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

export const deleteLinksThrough = query<Chain & { through: number }>()(({ db, p }) =>
  db
    .deleteFrom('hash_chain_links')
    .where('workspace_id', '=', p.workspaceId)
    .where('kind', '=', p.kind)
    .where('seq', '<=', p.through),
);

/** Only forward: another process may have deleted more. */
export const moveAnchor = query<Chain & { through: number; anchor: string }>()(({ db, p }) =>
  db
    .updateTable('hash_chains')
    .set({ first_seq: sql<number>`${p.through} + 1`, anchor: p.anchor })
    .where('workspace_id', '=', p.workspaceId)
    .where('kind', '=', p.kind)
    .where('first_seq', '<=', p.through),
);

export const findChain = query<Chain>('one')(({ db, p }) =>
  db
    .selectFrom('hash_chains')
    .select(hashChains.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('kind', '=', p.kind),
);

/** When the service began to write links of this kind. */
export const findChainStart = query<{ kind: ChainKind }>('one')(({ db, p }) =>
  db
    .selectFrom('hash_chains')
    .select(({ fn }) => fn.min<number | null>('began_at').as('beganAt'))
    .where('kind', '=', p.kind),
);

interface LinkPage {
  readonly workspaceId: string;
  readonly after: number;
  readonly limit: number;
}

/** The links of the activity beside their entries; `details` is the stored text. */
export const listActivityLinks = query<LinkPage>({ page: 200 })(({ db, p }) =>
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
