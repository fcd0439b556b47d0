/** The journals of zones, from which IXFR is answered (RFC 1995). */
import { type RawBuilder, sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { type JournalEntry, zoneJournal } from '../../tables/zones/zone-journal.ts';

/**
 * The entry from the previous serial of a zone to its present one, after `raiseSerial`; none when the
 * zone is not served.
 */
export const insertRaise = query<Raise & { domainId: string }>()((context) =>
  raiseOf(context, sql<boolean>`zones.domain_id = ${context.p.domainId}`),
);

/** As insertRaise, of the catalog, after `raiseCatalogSerial`. */
export const insertCatalogRaise = query<Raise>()((context) =>
  raiseOf(context, sql<boolean>`zones.domain_id is null`),
);

type Raise = Pick<JournalEntry, 'zone' | 'removed' | 'added'>;

function raiseOf({ db, p, dialect }: QueryContext<Raise>, isZone: RawBuilder<boolean>) {
  return db
    .insertInto('zone_journal')
    .columns(['zone', 'from_serial', 'to_serial', 'removed', 'added', 'at'])
    .expression(({ selectFrom }) =>
      selectFrom('zones')
        .select((eb) => [
          'zones.name',
          'zones.previous_serial',
          'zones.serial',
          eb.val(p.removed).as('removed'),
          eb.val(p.added).as('added'),
          dialect.nowMs.as('at'),
        ])
        .where('zones.name', '=', p.zone)
        .where(isZone),
    );
}

/** Versions served after a backup are in no journal: secondaries must fetch whole zones. */
export const dropJournals = query<object>()(({ db }) => db.deleteFrom('zone_journal'));

/** A page ends with the entry that reaches `pageBytes`, which may hold two versions of a zone. */
export const pageJournal = query<{
  zone: string;
  fromSerial: number;
  pageBytes: number;
  limit: number;
}>({ page: 1_000, bytes: 1_000_000_000 })(({ db, p }) => {
  const sizes = db
    .selectFrom('zone_journal')
    .select('from_serial')
    .select(sql<number>`octet_length(removed) + octet_length(added)`.as('size'))
    .where('zone', '=', p.zone)
    .where('from_serial', '>=', p.fromSerial)
    .orderBy('from_serial')
    .limit(p.limit);
  const totals = db
    .selectFrom(sizes.as('sizes'))
    .select(['from_serial', 'size'])
    .select(
      sql<number>`sum(size) over (order by from_serial rows unbounded preceding)`.as('total'),
    );
  return db
    .selectFrom(totals.as('totals'))
    .innerJoin('zone_journal', (join) =>
      join
        .on('zone_journal.zone', '=', p.zone)
        .onRef('zone_journal.from_serial', '=', 'totals.from_serial'),
    )
    .select(zoneJournal.select('fromSerial', 'toSerial', 'removed', 'added'))
    .where(sql<boolean>`totals.total - totals.size < ${p.pageBytes}`)
    .orderBy('zone_journal.from_serial');
});

/** The change that made the present version, while the journal has it. */
export const newestJournal = query<{ zone: string }>('one')(({ db, p }) =>
  db
    .selectFrom('zone_journal')
    .select(zoneJournal.select('removed', 'added'))
    .where('zone', '=', p.zone)
    .orderBy('from_serial', 'desc')
    .limit(1),
);

/** The newest change of a zone that added records, while the journal has it. */
export const newestAdditions = query<{ zone: string }>('one')(({ db, p }) =>
  db
    .selectFrom('zone_journal')
    .select(zoneJournal.select('added'))
    .where('zone', '=', p.zone)
    .where(sql<boolean>`octet_length(added) > 0`)
    .orderBy('from_serial', 'desc')
    .limit(1),
);

export const anyOldJournal = query<{ notBefore: number }>('one')(({ db, p }) =>
  db.selectFrom('zone_journal').select('zone').where('at', '<', p.notBefore).limit(1),
);

/** Bounded work: what is left is deleted the next time. */
export const deleteOldJournal = query<{ notBefore: number; limit: number }>()(({ db, p }) =>
  db
    .deleteFrom('zone_journal')
    .where(
      sql<boolean>`(zone, from_serial) in (select zone, from_serial from zone_journal where at < ${p.notBefore} order by at limit ${p.limit})`,
    ),
);

/** Zones with more journal entries than are kept. */
export const listLongJournals = query<{ entriesMax: number; after: string; limit: number }>({
  page: 1_000,
})(({ db, p }) =>
  db
    .selectFrom('zone_journal')
    .select('zone')
    .where('zone', '>', p.after)
    .groupBy('zone')
    .having((eb) => eb.fn.countAll<number>(), '>', p.entriesMax)
    .orderBy('zone')
    .limit(p.limit),
).by({ after: '' }, ({ zone }) => ({ after: zone }));

/** Keeps the newest entries of a zone that have at most so many bytes together. */
export const lightenJournal = query<{ zone: string; bytesMax: number }>()(({ db, p }) => {
  const totals = db
    .selectFrom('zone_journal')
    .select('from_serial')
    .select(
      sql<number>`sum(octet_length(removed) + octet_length(added)) over (order by from_serial desc rows unbounded preceding)`.as(
        'total',
      ),
    )
    .where('zone', '=', p.zone);
  return db
    .deleteFrom('zone_journal')
    .where('zone', '=', p.zone)
    .where('from_serial', 'in', (eb) =>
      eb
        .selectFrom(totals.as('totals'))
        .select('from_serial')
        .where(sql<boolean>`total > cast(${p.bytesMax} as bigint)`),
    );
});

export const shortenJournal = query<{ zone: string; entriesMax: number }>()(({ db, p }) =>
  db
    .deleteFrom('zone_journal')
    .where('zone', '=', p.zone)
    .where(
      'from_serial',
      '<',
      sql<number>`(select from_serial from zone_journal where zone = ${p.zone} order by from_serial desc limit 1 offset ${p.entriesMax})`,
    ),
);
