/**
 * The records of a domain in ranges of owner names, for a search that compares each of them. Where only
 * the name can match, a record is compared by the store, which takes a fraction of reading it.
 */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { records } from '../../tables/records/records.ts';

/** At one owner name. HOSTMASTER_RECORDS_PER_NAME limits them to 500 by default. */
const ownerRecordsMax = 100_000;
/** A value has at most 16,640, a name 253. */
const charactersMax = 17_000;

/** Names after one and up to another. */
interface NameRange {
  readonly domainId: string;
  readonly after: string;
  readonly upTo: string;
}

/** The name that the last of so many records after a name has; null when there are none. */
export const findNameAfter = query<{ domainId: string; after: string; rows: number }>('one')(
  ({ db, p }) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('records')
          .select('name')
          .where('domain_id', '=', p.domainId)
          .where('name', '>', p.after)
          .orderBy('name')
          .limit(p.rows)
          .as('next'),
      )
      .select(sql<string | null>`max(name)`.as('upTo')),
);

/** How many records there are, and the bytes of their values, of which none is read. */
export const measureRecords = query<NameRange>('one')(({ db, p }) =>
  db
    .selectFrom('records')
    .select([
      sql<number>`cast(count(*) as integer)`.as('count'),
      sql<number>`cast(coalesce(sum(octet_length(value)), 0) as integer)`.as('bytes'),
    ])
    .where('domain_id', '=', p.domainId)
    .where('name', '>', p.after)
    .where('name', '<=', p.upTo),
);

export const countCharacters = query<NameRange>('one')(({ db, p }) =>
  db
    .selectFrom('records')
    .select(sql<number>`cast(coalesce(sum(length(value)), 0) as integer)`.as('characters'))
    .where('domain_id', '=', p.domainId)
    .where('name', '>', p.after)
    .where('name', '<=', p.upTo),
);

/** Those whose full name is like a pattern, and all whose type is not listed. */
export const listSearchedRecords = query<
  NameRange & { zone: string; namesLike: string; unlikelyTypes: readonly string[] }
>({
  atMost: 2 * ownerRecordsMax,
  because: 'HOSTMASTER_RECORDS_PER_NAME',
  bytes: ownerRecordsMax * charactersMax,
})(({ db, p, dialect }) =>
  db
    .selectFrom('records')
    .select(records.select('name', 'type', 'value'))
    .where('domain_id', '=', p.domainId)
    .where('name', '>', p.after)
    .where('name', '<=', p.upTo)
    .where(
      sql<boolean>`(${dialect.isNotIn(sql.ref('type'), p.unlikelyTypes)}
        or name || '.' || cast(${p.zone} as text) like ${p.namesLike} escape '!')`,
    )
    .orderBy('name'),
);
