/** The search index of a workspace: its state, its segments, and the documents that it is about. */
import { type RawBuilder, sql } from 'kysely';
import { query, rowsOfEach } from '../../schema.ts';
import { domains } from '../../tables/domains/domains.ts';
import { records } from '../../tables/records/records.ts';
import { searchBlocks } from '../../tables/search/search-blocks.ts';
import { searchIndexes } from '../../tables/search/search-indexes.ts';
import { searchKeys } from '../../tables/search/search-keys.ts';
import { searchSegments } from '../../tables/search/search-segments.ts';

/** As many as 16 million documents have, or 4 GiB of them. */
const segmentsMax = 1_000;
/** A block has about 4 KiB, and more where its terms are in most documents. */
const blockBytesMax = 256 * 1024;
/** A value has at most 16,640 characters, a name 253. */
const documentCharactersMax = 17_000;

/** A look-up for each row: PostgreSQL would join a page with the whole table. */
const stateOf = (table: 'search_indexes' | 'event_streams', column: string) =>
  sql<
    number | null
  >`(select ${sql.ref(column)} from ${sql.table(table)} where workspace_id = workspaces.id)`;

/** How far the index of each workspace is behind, in the order of their ids. */
export const pageSearchStates = query<{ after: string; limit: number }>({ page: 500 })(
  ({ db, p }) =>
    db
      .selectFrom('workspaces')
      .select([
        'workspaces.id as id',
        stateOf('search_indexes', 'seq').as('seq'),
        sql<
          string | null
        >`(select place from search_indexes where workspace_id = workspaces.id)`.as('place'),
        stateOf('event_streams', 'last_seq').as('lastSeq'),
      ])
      .where('workspaces.id', '>', p.after)
      .orderBy('workspaces.id')
      .limit(p.limit),
);

export const findSearchIndex = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('search_indexes')
    .select(searchIndexes.select())
    .where('workspace_id', '=', p.workspaceId),
);

export const lockSearchIndex = query<{ workspaceId: string }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('search_indexes')
    .select(searchIndexes.select())
    .where('workspace_id', '=', p.workspaceId)
    .modifyEnd(dialect.lockRows),
);

export const listLiveSegments = query<{ workspaceId: string }>({
  atMost: segmentsMax,
  because: 'small segments are merged, and large ones have 65,536 documents or 4 MiB',
})(({ db, p }) =>
  db
    .selectFrom('search_segments')
    .select(searchSegments.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('is_live', '=', 1)
    .orderBy('id'),
).decodedBy(searchSegments);

/** One that is not finished, or was replaced. */
export const findDeadSegment = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('search_segments')
    .select(searchSegments.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('is_live', '=', 0)
    .limit(1),
).decodedBy(searchSegments);

export const listBlocks = query<{ segmentId: string; blocks: readonly string[] }>({
  forEach: 'blocks',
  max: 256,
  bytes: 256 * blockBytesMax,
})(({ db, p, dialect }) =>
  db
    .selectFrom('search_blocks')
    .select(searchBlocks.select('block', 'postings'))
    .where('segment_id', '=', p.segmentId)
    .where(dialect.inList(sql.ref('block'), p.blocks)),
);

export const listKeyPages = query<{ segmentId: string; pages: readonly string[] }>({
  forEach: 'pages',
  max: 512,
})(({ db, p, dialect }) => {
  const among = sql<boolean>`segment_id = ${p.segmentId}`;
  return db
    .selectFrom(rowsOfEach(dialect, { table: 'search_keys', column: 'page', among }, p.pages))
    .select(searchKeys.select('page', 'keys'));
}).decodedBy(searchKeys);

/** The page that has a key, or has the one before it. */
export const findKeyPage = query<{ segmentId: string; key: string }>('one')(({ db, p }) =>
  db
    .selectFrom('search_keys')
    .select(searchKeys.select('page'))
    .where('segment_id', '=', p.segmentId)
    .where('first_key', '<=', p.key)
    .orderBy('first_key', 'desc')
    .limit(1),
);

const ofDomain = [
  'domains.id as domainId',
  'domains.name as domain',
  sql<number>`domains.visible`.as('isVisible'),
] as const;

/** The records with these ids that the workspace has, and their domains. */
export const listRecordDocuments = query<{ workspaceId: string; ids: readonly string[] }>({
  forEach: 'ids',
  max: 500,
  bytes: 500 * documentCharactersMax,
})(({ db, p, dialect }) =>
  db
    .selectFrom('records')
    .innerJoin('domains', 'domains.id', 'records.domain_id')
    .select(records.select('id', 'type', 'name', 'ttlSeconds', 'value'))
    .select(ofDomain)
    .where(dialect.inList(sql.ref('records.id'), p.ids))
    .where('domains.workspace_id', '=', p.workspaceId),
);

/** The domains with these ids that the workspace has. */
export const listDomainDocuments = query<{ workspaceId: string; ids: readonly string[] }>({
  forEach: 'ids',
  max: 500,
})(({ db, p, dialect }) =>
  db
    .selectFrom('domains')
    .select(ofDomain)
    .where(dialect.inList(sql.ref('domains.id'), p.ids))
    .where('domains.workspace_id', '=', p.workspaceId),
);

/** The domains of the workspace with these names, also those that are being transferred in. */
export const findDocumentDomains = query<{ workspaceId: string; names: readonly string[] }>({
  forEach: 'names',
  max: 1_000,
  rows: 2,
})(({ db, p, dialect }) => {
  const named = (condition: RawBuilder<boolean>) => {
    const among = sql<boolean>`workspace_id = ${p.workspaceId} and ${condition}`;
    return db
      .selectFrom(rowsOfEach(dialect, { table: 'domains', column: 'name', among }, p.names))
      .select(domains.select('id', 'name'));
  };
  return named(sql`visible = 1`).unionAll(
    named(sql`visible = 0 and state in ('provisioning', 'incoming')`),
  );
});

/** In the order of their ids, with those that are being transferred in. */
export const pageDocumentDomains = query<{
  workspaceId: string;
  from: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select('id', 'name'))
    .where('workspace_id', '=', p.workspaceId)
    .where('id', '>=', p.from)
    .where(sql<boolean>`(visible = 1 or state in ('provisioning', 'incoming'))`)
    .orderBy('id')
    .limit(p.limit),
);

/** The most documents that the workspace can have; domains whose records were never counted have many. */
export const countDocuments = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(
      sql<number>`cast(count(*) + coalesce(sum(coalesce(record_count, 100000)), 0) as bigint)`.as(
        'count',
      ),
    )
    .where('workspace_id', '=', p.workspaceId),
);
