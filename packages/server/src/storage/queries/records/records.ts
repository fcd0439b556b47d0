/** DNS records of a domain, in creation order. */
import type { Dialect } from '@hostmaster/storage';
import { type RawBuilder, sql } from 'kysely';
import { type QueryContext, query, rowsOfEach, type Schema } from '../../schema.ts';
import { domains } from '../../tables/domains/domains.ts';
import { records, type StoredRecord } from '../../tables/records/records.ts';

const seen = records.select('id', 'type', 'name', 'ttlSeconds', 'value');

/** The characters of one: a value has at most 16,640, a name 253. */
const charactersMax = 17_000;

const page = (rows: number) => ({ page: rows, bytes: rows * charactersMax });

/** At one owner name. HOSTMASTER_RECORDS_PER_NAME limits them to 500 by default. */
const ownerRecordsMax = 100_000;

/** The first records of a domain, in creation order. */
export const firstRecords = query<{ domainId: string; limit: number }>(page(251))(({ db, p }) =>
  db
    .selectFrom('records')
    .select(seen)
    .where('domain_id', '=', p.domainId)
    .orderBy('id')
    .limit(p.limit),
);

interface PagePlace {
  readonly domainId: string;
  readonly after: string;
  readonly limit: number;
  /** A page ends with the record that reaches this size. */
  readonly bytes: number;
}

/** A page in creation order. */
export const pageRecords = query<PagePlace>(page(500))((context) => pageBy(context, 'id'));

/** A page by owner name. The last name may have more records. */
export const pageRecordsByName = query<PagePlace>(page(2 * ownerRecordsMax))((context) =>
  pageBy(context, 'name'),
);

/** Sizes are read without the values, which may be large: only those of the page are loaded. */
function pageBy({ db, p }: QueryContext<PagePlace>, key: 'id' | 'name') {
  const sizes = db
    .selectFrom('records')
    .select(['records.id as sizedId', `records.${key} as sizedKey`])
    .select(sql<number>`octet_length(records.name) + octet_length(records.value)`.as('size'))
    .where('records.domain_id', '=', p.domainId)
    .where(`records.${key}`, '>', p.after)
    .orderBy(`records.${key}`)
    .limit(p.limit);
  const totals = db
    .selectFrom(sizes.as('sizes'))
    .select(['sizedId', 'size'])
    .select(sql<number>`sum(size) over (order by "sizedKey" rows unbounded preceding)`.as('total'));
  return db
    .selectFrom(totals.as('totals'))
    .innerJoin('records', 'records.id', 'totals.sizedId')
    .select(seen)
    .select('totals.size')
    .where(sql<boolean>`totals.total - totals.size < ${p.bytes}`)
    .orderBy(`records.${key}`);
}

/** Which of these names are after one and up to another, in the order of the pages. */
export const namesBetween = query<{
  names: readonly string[];
  after: string;
  upTo: string | null;
}>({ forEach: 'names', max: 100_000 })(({ db, p, dialect }) =>
  db
    .selectFrom(dialect.elements(p.names).as('given'))
    .select(sql<string>`value`.as('name'))
    .where(sql<boolean>`value > ${p.after}`)
    .where(sql<boolean>`(cast(${p.upTo} as text) is null or value <= ${p.upTo})`)
    .orderBy(sql`value`),
);

/** A record by its id, whatever its domain. */
export const findRecord = query<{ id: string }>('one')(({ db, p }) =>
  db.selectFrom('records').select(seen).select(records.select('domainId')).where('id', '=', p.id),
);

export const findRecords = query<{ domainId: string; ids: readonly string[] }>({
  forEach: 'ids',
  max: 1_000,
  bytes: 1_000 * charactersMax,
})(({ db, p, dialect }) =>
  db
    .selectFrom(
      rowsOfEach(dialect, { table: 'records', column: 'id', among: ofDomain(p.domainId) }, p.ids),
    )
    .select(seen),
);

export const listOwnerRecords = query<{ domainId: string; name: string }>({
  atMost: ownerRecordsMax,
  because: 'HOSTMASTER_RECORDS_PER_NAME',
  bytes: ownerRecordsMax * charactersMax,
})(({ db, p }) =>
  db
    .selectFrom('records')
    .select(seen)
    .where('domain_id', '=', p.domainId)
    .where('name', '=', p.name),
);

interface Owner {
  readonly name: string;
  readonly types: readonly string[];
  readonly countMax: number;
}

/**
 * The records of some types at one name, and the number of all records at that name. They are counted
 * up to one more than `countMax`.
 */
export const readOwnerSets = query<Owner & { domainId: string }>('one')((context) =>
  context.db.selectNoFrom(ownerSets(context, sql`${context.p.domainId}`)),
);

/**
 * As readOwnerSets, of a domain of which only the name is known: it can be sent with its lock. With the
 * DNAME records at some names.
 */
export const readNamedOwnerSets = query<
  Owner & { workspaceId: string; domain: string; dnamesAt: readonly string[] }
>('one')((context) => {
  const { p, dialect } = context;
  const domainId = sql.ref('domains.id');
  return context.db
    .selectFrom('domains')
    .select(['domains.id as domainId', ...ownerSets(context, domainId)])
    .select(
      sql<string>`(select ${dialect.rowsAsJson([sql.ref('records.id'), sql.ref('records.name')])}
        from ${atNames(dialect, { domainId, names: p.dnamesAt })} where records.type = 'DNAME')`.as(
        'dnames',
      ),
    )
    .where('domains.workspace_id', '=', p.workspaceId)
    .where('domains.name', '=', p.domain)
    .where(sql<boolean>`domains.visible = 1`);
});

function ownerSets({ p, dialect }: QueryContext<Owner>, domainId: RawBuilder<unknown>) {
  const atName = sql`select * from records
    where records.domain_id = ${domainId} and records.name = ${p.name}`;
  return [
    sql<number>`(select cast(count(*) as integer) from (
        select 1 from (${atName}) as each
        limit ${p.countMax} + 1
      ) as counted)`.as('ownerCount'),
    sql<string>`(select ${dialect.rowsAsJson(['id', 'type', 'ttl_seconds', 'value'].map((column) => sql.ref(`records.${column}`)))}
      from ${dialect.chosenRows('records', atName)}
      where ${dialect.inList(sql.ref('records.type'), p.types)})`.as('found'),
  ] as const;
}

/** A row of `readOwnerSets`. */
export interface OwnerSets {
  readonly ownerCount: number;
  readonly found: string;
}

/** A row of `readNamedOwnerSets`. */
export interface NamedOwnerSets extends OwnerSets {
  readonly dnames: string;
}

/** The DNAME records of a row of `readNamedOwnerSets`. */
export function dnamesOf({ dnames }: NamedOwnerSets): readonly Pick<StoredRecord, 'id' | 'name'>[] {
  const rows = JSON.parse(dnames) as [string, string][];
  return rows.map(([id, name]) => ({ id, name }));
}

export type KeptRecord = Pick<StoredRecord, 'type' | 'ttlSeconds' | 'value'>;

/** The records of a row of `readOwnerSets` without those of a change. */
export function keptRecords(
  { found }: Pick<OwnerSets, 'found'>,
  change: readonly Pick<StoredRecord, 'id'>[],
): readonly KeptRecord[] {
  const rows = JSON.parse(found) as [string, StoredRecord['type'], number, string][];
  const changed = new Set(change.map(({ id }) => id));
  return rows
    .filter(([id]) => !changed.has(id))
    .map(([, type, ttlSeconds, value]) => ({ type, ttlSeconds, value }));
}

/** As the domain has counted them; null where it has not. */
export const findZoneSize = query<{ id: string }>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select('recordCount', 'recordBytes', 'revisionBytes'))
    .where('id', '=', p.id),
);

/**
 * The bytes of all records that a workspace has prepared: for transfers that are open, and for those
 * that ended without the domain.
 */
export const sumPreparedBytes = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(sql<number>`cast(coalesce(sum(record_bytes), 0) as bigint)`.as('bytes'))
    .where('workspace_id', '=', p.workspaceId)
    .where(
      sql<boolean>`visible = 0 and state in ('provisioning', 'incoming', 'failed') and record_bytes > 0`,
    ),
);

/** Their number, and the bytes of their names and values. */
export const countRecords = query<{ domainId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('records')
    .select([
      sql<number>`cast(count(*) as integer)`.as('count'),
      sql<number>`cast(coalesce(sum(octet_length(name) + octet_length(value)), 0) as bigint)`.as(
        'bytes',
      ),
    ])
    .where('domain_id', '=', p.domainId),
);

const ofDomain = (domainId: unknown) => sql<boolean>`records.domain_id = ${domainId}`;

const atNames = (
  dialect: Dialect,
  { domainId, names }: { readonly domainId: unknown; readonly names: readonly string[] },
) => rowsOfEach(dialect, { table: 'records', column: 'name', among: ofDomain(domainId) }, names);

/** How many records of each type these names have, and the characters of their values. */
export const countOwnersSets = query<{ domainId: string; names: readonly string[] }>({
  forEach: 'names',
  max: 1_000,
  rows: ownerRecordsMax,
})(({ db, p, dialect }) =>
  db
    .selectFrom(atNames(dialect, p))
    .select(records.select('name', 'type'))
    .select([
      sql<number>`cast(count(*) as integer)`.as('count'),
      sql<number>`cast(sum(length(value)) as integer)`.as('characters'),
    ])
    .groupBy(['name', 'type']),
);

/** The records at these names. */
export const listOwnersRecords = query<{ domainId: string; names: readonly string[] }>({
  forEach: 'names',
  max: 1_000,
  rows: ownerRecordsMax,
  bytes: ownerRecordsMax * charactersMax,
})(({ db, p, dialect }) => db.selectFrom(atNames(dialect, p)).select(seen));

/** The records of a domain that name a target, flattened or not. */
export const listTargetRecords = query<{ domainId: string; after: string; limit: number }>(
  page(500),
)(({ db, p }) =>
  db
    .selectFrom('records')
    .select(seen)
    .where('domain_id', '=', p.domainId)
    .where('type', 'in', ['ALIAS', 'CNAME'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).by({ after: '' }, ({ id }) => ({ after: id }));

/** The DNAME records at these names: a name has one at most. */
export const listDnames = query<{ domainId: string; names: readonly string[] }>({
  forEach: 'names',
  max: 1_000,
})(({ db, p, dialect }) =>
  db
    .selectFrom(atNames(dialect, p))
    .select(records.select('id', 'name'))
    .where('type', '=', 'DNAME'),
);

/** In the order of the index by name. */
const rangeOfNames = (
  dialect: Dialect,
  { domainId, after, upTo }: Record<'domainId' | 'after' | 'upTo', unknown>,
) =>
  dialect.chosenRows(
    'records',
    sql<Schema['records']>`select * from records
      where domain_id = ${domainId} and name > ${after} and name <= ${upTo} order by name`,
  );

/** Rows of a range of names that is read for what only a comparison finds. */
export const comparedRows = 2_000;

/** Which names of a range of at most so many rows have a DNAME record. */
export const listDnamesBetween = query<{ domainId: string; after: string; upTo: string }>({
  atMost: comparedRows,
  because: 'the range has as many rows',
})(({ db, p, dialect }) =>
  db
    .selectFrom(rangeOfNames(dialect, p))
    .select(records.select('name'))
    .distinct()
    .where('type', '=', 'DNAME'),
);

/** Records in a range of names that are below a name: `.b` finds those below `b`, nothing all but the apex. */
export const listRecordsBelow = query<{
  domainId: string;
  suffix: string;
  after: string;
  upTo: string;
}>({
  atMost: comparedRows + ownerRecordsMax,
  because: 'the range has as many rows, and the others of its last name',
})(({ db, p, dialect }) =>
  db
    .selectFrom(rangeOfNames(dialect, p))
    .select(records.select('id', 'name'))
    .where('name', '<>', '@')
    .where(
      sql<boolean>`substr(name, length(name) - length(cast(${p.suffix} as text)) + 1) = ${p.suffix}`,
    ),
);

/** An NS record of each of these names that has one. */
export const listDelegations = query<{ domainId: string; names: readonly string[] }>({
  forEach: 'names',
  max: 250,
})(({ db, p, dialect }) =>
  db
    .selectFrom(atNames(dialect, p))
    .select(records.select('name', 'type'))
    .select((eb) => eb.fn.min('id').as('id'))
    .where('type', '=', 'NS')
    .groupBy(['name', 'type']),
);

/** As many domains are looked at: domains without records cost a look-up each. */
const newestDomains = 200;

/** A record of one of the newest domains of the workspace; undefined when they have none. */
export const findAnyRecord = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('domains')
        .select('id')
        .where('workspace_id', '=', p.workspaceId)
        .where(sql<boolean>`visible = 1`)
        .orderBy('id', 'desc')
        .limit(newestDomains)
        .as('newest'),
    )
    .innerJoin('records', 'records.domain_id', 'newest.id')
    .select('records.id')
    .limit(1),
);
